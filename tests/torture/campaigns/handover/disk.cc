#include "tests/torture/campaigns/handover/disk.h"

#include <stdexcept>
#include <utility>

#include "tests/torture/rig/crowd.h"

namespace countersign::torture {
namespace {

tests::Arguments flags_for(const std::filesystem::path& data) {
  tests::Arguments flags = unlimited();
  flags.push_back("--master-key-file=" + data.string() + ".master.key");
  flags.push_back("--signing-key-file=" + data.string() + ".signing.key");
  return flags;
}

}  // namespace

Disk::Disk(std::filesystem::path data)
    : folder_(std::move(data)),
      path_(folder_),
      beside_(folder_.parent_path()),
      flags_(flags_for(folder_)) {}

std::filesystem::path Disk::next(const std::string& kind) {
  return beside_ / (kind + "-" + std::to_string(++names_));
}

std::filesystem::path Disk::linked() {
  const std::filesystem::path link = next("link");
  std::filesystem::create_directory_symlink(folder_.parent_path(), link);
  return link / folder_.filename();
}

void Disk::be_moved() {
  const std::filesystem::path moved = next("moved");
  std::filesystem::rename(folder_, moved);
  folder_ = path_ = moved;
}

std::filesystem::path Disk::copied() {
  const std::filesystem::path copy = next("copy");
  const auto finished = tests::run_program({"cp", "-a", folder_.string(), copy.string()});
  if (finished.status != 0) throw std::runtime_error("the folder is not copied: " + finished.err);
  return copy;
}

void Disk::be_copied() {
  const std::filesystem::path copy = copied();
  std::filesystem::remove_all(folder_);
  folder_ = path_ = copy;
}

}  // namespace countersign::torture
