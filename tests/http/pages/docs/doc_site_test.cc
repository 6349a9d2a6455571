#include "http/pages/docs/doc_site.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "events/crypto/sha256.h"
#include "http/wire/entity_tag.h"
#include "tests/events/support/temp_folder.h"

namespace countersign::http::doc_site_test {

namespace fs = std::filesystem;

// A folder with a site of one page, to which a test adds.
struct Folder {
  TempFolder temporary;
  fs::path path = temporary.path() / "site";

  Folder() { write("index.html", "<h1>Start</h1>"); }
  void write(const std::string& name, const std::string& bytes) const {
    fs::create_directories((path / name).parent_path());
    std::ofstream(path / name, std::ios::binary) << bytes;
    fs::permissions(path, fs::perms::owner_all);
  }
  std::unique_ptr<const DocSite> read(const DocLimits& limits = {}) const {
    auto site = DocSite::read(path, limits);
    if (!site) FAIL(site.error());
    return std::move(site).value();
  }
  std::string refusal(const DocLimits& limits = {}) const {
    const auto site = DocSite::read(path, limits);
    REQUIRE_FALSE(site.has_value());
    return site.error();
  }
};

TEST_CASE("a file has its bytes, the type of its ending and the tag of its bytes") {
  const Folder folder;
  folder.write("operators/keys.html", "<p>keys</p>");
  folder.write("screens/a.webp", "RIFF");
  folder.write("api.md", "# API");
  const auto site = folder.read();
  CHECK(site->files() == 4);
  CHECK(site->left_out() == 0);
  const DocFile* const page = site->find("operators/keys.html");
  REQUIRE(page != nullptr);
  CHECK(page->bytes == "<p>keys</p>");
  CHECK(page->content_type == "text/html; charset=utf-8");
  CHECK(page->tag == entity_tag(sha256(std::string_view("<p>keys</p>"))));
  REQUIRE(site->find("screens/a.webp") != nullptr);
  CHECK(site->find("screens/a.webp")->content_type == "image/webp");
  CHECK(site->find("api.md")->content_type == "text/plain; charset=utf-8");
}

TEST_CASE("a folder's path with a slash is its index.html, and without one names the folder") {
  const Folder folder;
  folder.write("operators/index.html", "<p>operators</p>");
  folder.write("screens/a.webp", "RIFF");
  const auto site = folder.read();
  CHECK(site->find("") == site->find("index.html"));
  REQUIRE(site->find("operators/") != nullptr);
  CHECK(site->find("operators/")->bytes == "<p>operators</p>");
  CHECK(site->find("operators") == nullptr);
  CHECK(site->is_folder("operators"));
  CHECK_FALSE(site->is_folder("operators/"));
  CHECK_FALSE(site->is_folder("screens"));
  CHECK_FALSE(site->is_folder(""));
  CHECK(site->find("screens/") == nullptr);
}

TEST_CASE("no other path finds a file") {
  const Folder folder;
  folder.write("a/b.html", "<p>b</p>");
  std::ofstream(folder.temporary.path() / "secret.html") << "secret";
  const auto site = folder.read();
  for (const char* path : {"/",
                           "//index.html",
                           "../secret.html",
                           "a/../../secret.html",
                           "a/../index.html",
                           "./index.html",
                           "a//b.html",
                           "a/b.html/",
                           "%69ndex.html",
                           "%2e%2e/secret.html",
                           "..%2fsecret.html",
                           "index.html\\",
                           "INDEX.HTML",
                           "index"}) {
    CAPTURE(path);
    CHECK(site->find(path) == nullptr);
    CHECK_FALSE(site->is_folder(path));
  }
}

TEST_CASE("a text is also kept compressed where that is smaller, with another tag") {
  const Folder folder;
  folder.write("long.html", std::string(10'000, 'a'));
  folder.write("picture.png", std::string(10'000, 'a'));
  const auto site = folder.read();
  const DocFile& text = *site->find("long.html");
  CHECK(text.packed.size() < 200);
  CHECK(text.packed_tag == entity_tag(sha256(text.packed)));
  CHECK(text.packed_tag != text.tag);
  CHECK(site->find("picture.png")->packed.empty());
  CHECK(site->find("index.html")->packed.empty());
}

TEST_CASE("files of other types, hidden files and odd names are left out") {
  const Folder folder;
  for (const char* name :
       {"a.map", "a.gz", "a.exe", "noending", ".hidden.html", "a/.b/c.html", "a b.html"}) {
    folder.write(name, "x");
  }
  const auto site = folder.read();
  CHECK(site->files() == 1);
  CHECK(site->left_out() == 7);
  for (const char* path : {"a.map", ".hidden.html", "a/.b/c.html", "a b.html", "a%20b.html"}) {
    CHECK(site->find(path) == nullptr);
  }
}

TEST_CASE("a link is refused, wherever it leads") {
  const Folder folder;
  std::ofstream(folder.temporary.path() / "secret.html") << "secret";
  fs::create_symlink(folder.temporary.path() / "secret.html", folder.path / "page.html");
  CHECK(folder.refusal().find("page.html is neither a file nor a folder") != std::string::npos);
  fs::remove(folder.path / "page.html");
  fs::create_directories(folder.path / "a");
  fs::create_directory_symlink(folder.temporary.path(), folder.path / "a/out");
  CHECK(folder.refusal().find("a/out is neither") != std::string::npos);
  fs::remove(folder.path / "a/out");
  REQUIRE(::mkfifo((folder.path / "pipe.html").c_str(), 0600) == 0);
  CHECK(folder.refusal().find("pipe.html is neither") != std::string::npos);
}

TEST_CASE("a folder that is too large is refused, with a sentence") {
  const Folder folder;
  folder.write("huge.html", std::string(1001, 'x'));
  CHECK(folder.refusal({.file_bytes = 1000}).find("huge.html") != std::string::npos);
  CHECK(folder.read({.file_bytes = 1001})->files() == 2);
  CHECK(folder.refusal({.bytes = 1001}).find("more than") != std::string::npos);
  CHECK(folder.refusal({.files = 1}).find("more than 1 files") != std::string::npos);
  CHECK(folder.read({.files = 2})->files() == 2);
}

TEST_CASE("a folder that is none, lacks the first page, or is open to others, is refused") {
  const Folder folder;
  CHECK_FALSE(DocSite::read(folder.temporary.path() / "missing").has_value());
  CHECK_FALSE(DocSite::read(folder.path / "index.html").has_value());
  fs::permissions(folder.path, fs::perms::owner_all | fs::perms::others_write);
  CHECK(folder.refusal().find(folder.path.string()) != std::string::npos);
  fs::permissions(folder.path, fs::perms::owner_all);
  fs::remove(folder.path / "index.html");
  CHECK(folder.refusal().find("has no index.html") != std::string::npos);
}

TEST_CASE("what changes in the folder later changes nothing") {
  const Folder folder;
  const auto site = folder.read();
  folder.write("index.html", "<h1>Other</h1>");
  folder.write("new.html", "new");
  CHECK(site->find("")->bytes == "<h1>Start</h1>");
  CHECK(site->find("new.html") == nullptr);
}

}  // namespace countersign::http::doc_site_test
