#include "tools/setup/setup_files.h"

#include <doctest/doctest.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include "events/crypto/keys/master_key.h"
#include "events/crypto/os_random.h"
#include "tests/events/support/temp_folder.h"
#include "tools/options/settings.h"

namespace countersign::setup_files_test {

namespace fs = std::filesystem;

std::string content_of(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

::mode_t mode_of(const fs::path& path) {
  struct ::stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return status.st_mode & 07777u;
}

struct Scene {
  Scene() {
    const ::passwd* const us = ::getpwuid(::geteuid());
    REQUIRE(us != nullptr);
    answers.user = us->pw_name;
  }
  auto make() { return make_setup(answers, places, random); }
  TempFolder folder;
  OsRandom random;
  SetupPlaces places{folder.path() / "etc", "/usr/lib/countersign/countersignd"};
  SetupAnswers answers{.public_url = "https://verify.example:8443",
                       .log_origin = "verify.example/log",
                       .data = folder.path() / "data",
                       .user = {},
                       .certificate = "/etc/tls/chain.pem",
                       .certificate_key = "/etc/tls/key.pem"};
};

TEST_CASE("a new installation has settings that a server reads, and keys of its own") {
  Scene scene;
  const auto made = scene.make();
  REQUIRE(made.has_value());
  CHECK(made->size() == 6);
  for (const std::string& path : *made) CHECK(fs::exists(path));
  const auto read = read_settings({"--config", scene.places.settings()},
                                  [](const std::string&) { return std::optional<std::string>(); });
  REQUIRE(std::holds_alternative<ServerSettings>(read));
  const auto& settings = std::get<ServerSettings>(read);
  CHECK(settings.data == scene.answers.data);
  CHECK(settings.service.public_origin == "https://verify.example:8443");
  CHECK(settings.log_origin == "verify.example/log");
  CHECK(settings.master_key.file == scene.places.master_key());
  CHECK(MasterKey::load(scene.places.master_key()).has_value());
}

TEST_CASE("each file of a new installation has its mode") {
  Scene scene;
  REQUIRE(scene.make().has_value());
  CHECK(mode_of(scene.places.folder) == 0755);
  CHECK(mode_of(scene.places.keys()) == 0700);
  CHECK(mode_of(scene.places.master_key()) == 0600);
  CHECK(mode_of(scene.places.signing_key()) == 0600);
  CHECK(mode_of(scene.places.settings()) == 0644);
  CHECK(mode_of(scene.places.override_of_unit()) == 0644);
  CHECK(mode_of(scene.places.site()) == 0644);
  CHECK(mode_of(scene.answers.data) == 0700);
}

TEST_CASE("nothing is replaced: whatever is there already stops it before anything is made") {
  for (const char* there : {"etc/countersign.toml",
                            "etc/keys",
                            "etc/override.conf",
                            "etc/nginx-site.conf",
                            "data/log",
                            "data/other"}) {
    CAPTURE(there);
    Scene scene;
    const fs::path path = scene.folder.path() / there;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << "mine";
    const auto refused = scene.make();
    REQUIRE_FALSE(refused.has_value());
    CHECK(content_of(path) == "mine");
    std::size_t files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(scene.folder.path())) {
      if (entry.is_regular_file()) ++files;
    }
    CHECK(files == 1);
  }
}

TEST_CASE("a link that leads nowhere counts as there") {
  Scene scene;
  fs::create_directories(scene.places.folder);
  fs::create_symlink(scene.folder.path() / "elsewhere", scene.places.settings());
  CHECK_FALSE(scene.make().has_value());
  CHECK_FALSE(fs::exists(scene.folder.path() / "elsewhere"));
}

TEST_CASE("a data folder that is refused leaves nothing that stops the next attempt") {
  Scene scene;
  const fs::path elsewhere = scene.folder.path() / "elsewhere";
  fs::create_directories(elsewhere);
  fs::create_directory_symlink(elsewhere, scene.answers.data);
  CHECK_FALSE(scene.make().has_value());
  CHECK_FALSE(fs::exists(scene.places.folder));
  fs::remove(scene.answers.data);
  CHECK(scene.make().has_value());
}

TEST_CASE("a user that does not exist, and keys within the data, are refused in words") {
  Scene nobody;
  nobody.answers.user = "no-such-user-here";
  const auto unknown = nobody.make();
  REQUIRE_FALSE(unknown.has_value());
  CHECK(unknown.error().find("useradd") != std::string::npos);
  CHECK_FALSE(fs::exists(nobody.places.folder));
  Scene within;
  within.places.folder = fs::path(within.answers.data) / "etc";
  CHECK_FALSE(within.make().has_value());
  Scene open;
  fs::create_directories(open.places.folder);
  REQUIRE(::chmod(open.places.folder.c_str(), 0777) == 0);
  CHECK_FALSE(open.make().has_value());
}

// The directives of a configuration, one a line, without comments, blanks and the levels of blocks.
std::vector<std::string> directives_of(const std::string& text) {
  std::vector<std::string> directives;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t comment = line.find(" #");
    if (comment != std::string::npos) line.erase(comment);
    std::istringstream words(line);
    std::string directive;
    for (std::string word; words >> word;) directive += (directive.empty() ? "" : " ") + word;
    if (!directive.empty() && directive[0] != '#') directives.push_back(directive);
  }
  return directives;
}

TEST_CASE("the site is the documented configuration of nginx") {
  SetupAnswers answers;
  answers.public_url = "https://verify.example:8443";
  answers.certificate = "/etc/countersign/tls.crt";
  answers.certificate_key = "/etc/countersign/tls.key";
  std::string site = site_text(answers);
  for (const char* own : {"zone=countersign_", "limit_conn countersign_"}) {
    const std::string prefix = own;
    const std::string plain = prefix.substr(0, prefix.size() - std::string("countersign_").size());
    for (std::size_t at = site.find(prefix); at != std::string::npos; at = site.find(prefix, at)) {
      site.replace(at, prefix.size(), plain);
    }
  }
  std::vector<std::string> documented =
      directives_of(content_of(COUNTERSIGN_SOURCE_DIR "/docs/nginx.conf"));
  std::erase_if(documented, [](const std::string& one) {
    return one.starts_with("worker_processes") || one.starts_with("events") || one == "http {";
  });
  documented.pop_back();  // of http
  std::vector<std::string> made = directives_of(site);
  std::erase_if(made, [](const std::string& one) {
    return one.starts_with("listen [::]") || one.starts_with("server_name");
  });
  std::ranges::sort(documented);
  std::ranges::sort(made);
  CHECK(made == documented);
}

TEST_CASE("the override starts the program as the user, and lets it write its data") {
  Scene scene;
  scene.answers.user = "countersign";
  const std::string unit = override_text(scene.answers, scene.places);
  CHECK(unit.find("\nUser=countersign\n") != std::string::npos);
  CHECK(unit.find("\nExecStart=\nExecStart=/usr/lib/countersign/countersignd --config " +
                  scene.places.settings().string() + "\n") != std::string::npos);
  CHECK(unit.find("\nReadWritePaths=" + scene.answers.data + "\n") != std::string::npos);
  const std::string remaining = remaining_text(scene.answers, scene.places);
  for (const std::string& path :
       {scene.places.master_key().string(), scene.places.site().string()}) {
    CHECK(remaining.find(path) != std::string::npos);
  }
}

}  // namespace countersign::setup_files_test
