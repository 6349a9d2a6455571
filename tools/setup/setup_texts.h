#pragma once
#include <filesystem>
#include <string>

#include "tools/setup/answers.h"

// The texts of the files of a new installation. Pure. REQUIRES: complete() has checked the answers,
// and the paths are plain (is_plain_path()).
namespace countersign {

struct SetupPlaces {
  std::filesystem::path folder;  // of the files
  std::filesystem::path server;  // the program countersignd
  std::filesystem::path settings() const { return folder / "countersign.toml"; }
  std::filesystem::path keys() const { return folder / "keys"; }
  std::filesystem::path master_key() const { return keys() / "master.key"; }
  std::filesystem::path signing_key() const { return keys() / "signing.key"; }
  std::filesystem::path override_of_unit() const { return folder / "override.conf"; }
  std::filesystem::path site() const { return folder / "nginx-site.conf"; }
};

std::string settings_text(const SetupAnswers& answers, const SetupPlaces& places);
std::string override_text(const SetupAnswers& answers, const SetupPlaces& places);
// The configuration of docs/nginx.conf as a site, which nginx includes within `http`.
std::string site_text(const SetupAnswers& answers);
// The things that the operator still has to do, in order, with the commands.
std::string remaining_text(const SetupAnswers& answers, const SetupPlaces& places);

}  // namespace countersign
