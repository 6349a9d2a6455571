#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/events/support/temp_folder.h"
#include "tests/programs/support/program.h"
#include "tests/programs/support/running_server.h"

// The documentation that the server shows, over a socket: the setting `--docs-folder`.
namespace countersign::tests::docs_test {

namespace fs = std::filesystem;

// A folder with a site of one page, which only its owner may write to.
fs::path made_site(const TempFolder& folder) {
  const fs::path site = folder.path() / "site";
  fs::create_directories(site);
  fs::permissions(site, fs::perms::owner_all);
  std::ofstream(site / "index.html") << "<h1>Start</h1>";
  return site;
}

TEST_CASE("the server shows the folder as it was at the start") {
  const TempFolder folder;
  const fs::path site = made_site(folder);
  std::ofstream(site / "long.html") << std::string(1'000'000, 'a');
  const RunningServer server({.flags = {"--docs-folder", site}});
  std::ofstream(site / "index.html") << "<h1>Later</h1>";
  const Answer page = server.ask({"GET", "/docs/"});
  CHECK(page.status == 200);
  CHECK(page.body == "<h1>Start</h1>");
  CHECK(page.header("content-length") == "14");
  const Answer head = server.ask({"HEAD", "/docs/"});
  CHECK(head.status == 200);
  CHECK(head.body.empty());
  CHECK(head.header("content-length") == "14");
  CHECK(server.ask({"GET", "/docs/long.html"}).body.size() == 1'000'000);
  CHECK(server.ask({"GET", "/docs/", {{"If-None-Match", page.header("etag")}}}).status == 304);
  CHECK(server.ask({"GET", "/docs"}).header("location") == "docs/");
  CHECK(server.ask({"GET", "/docs/../site/index.html"}).status == 404);
  CHECK(server.operator_log().find("docs: read: shown under /docs") != std::string::npos);
}

TEST_CASE("without the setting there is no documentation") {
  const RunningServer server;
  CHECK(server.ask({"GET", "/docs/"}).status == 404);
  CHECK(server.operator_log().find("docs:") == std::string::npos);
}

TEST_CASE("a folder that cannot be shown refuses the start, and says why") {
  const TempFolder folder;
  const fs::path site = made_site(folder);
  const auto refusal = [&](const fs::path& docs) {
    const Finished ended =
        run_program(server_command(folder.path() / "data", {"--docs-folder", docs}));
    CHECK(ended.status == 2);
    CHECK(ended.err.find("--docs-folder: ") != std::string::npos);
    return ended.err;
  };
  CHECK(refusal(folder.path() / "missing").find("missing") != std::string::npos);
  std::ofstream(site / "huge.html") << std::string((4u << 20) + 1, 'x');
  CHECK(refusal(site).find("huge.html") != std::string::npos);
  fs::remove(site / "huge.html");
  fs::create_symlink("/etc/hostname", site / "link.html");
  CHECK(refusal(site).find("link.html") != std::string::npos);
}

}  // namespace countersign::tests::docs_test
