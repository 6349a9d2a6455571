#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "events/crypto/sha256.h"
#include "http/pages/assets/asset_table.h"
#include "http/wire/entity_tag.h"
#include "tests/http/support/rig.h"

namespace countersign::http::pages_test {

// A rig without a client: pages need none.
struct Pages {
  Rig rig;

  Answer get(const std::string& path, Headers headers = {}, Method method = Method::Get) {
    return rig.send({.method = method, .path = path, .headers = std::move(headers)});
  }
  Answer get_coded(const std::string& path, const std::string& accepted) {
    return get(path, {{"accept-encoding", accepted}});
  }

  // Unpacks the bytes with a program of the system.
  std::string unpacked(const std::string& program, std::string_view bytes) const {
    const std::string packed = (rig.folder.path() / "packed").string();
    const std::string plain = (rig.folder.path() / "plain").string();
    std::ofstream(packed, std::ios::binary) << bytes;
    const std::string command = program + " -dc <" + packed + " >" + plain;
    REQUIRE(std::system(command.c_str()) == 0);
    std::ifstream file(plain, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
};

struct File {
  std::string path;
  Asset asset;
};
std::vector<File> all_files() {
  std::vector<File> files;
  for (const Asset& page : embedded_pages()) {
    // The console has a listener of its own.
    if (page.name.starts_with("review")) continue;
    files.push_back({page.name == "root" ? "/" : "/" + std::string(page.name), page});
  }
  for (const Asset& asset : embedded_assets()) {
    files.push_back({"/assets/" + std::string(asset.name), asset});
  }
  REQUIRE(files.size() > 4);
  return files;
}

const Asset& asset_ending_in(std::string_view ending) {
  for (const Asset& asset : embedded_assets()) {
    if (asset.name.ends_with(ending)) return asset;
  }
  FAIL("there is no asset that ends in ", ending);
  return embedded_assets().front();
}

TEST_CASE("every file of the table is served, under the type of its ending") {
  Pages pages;
  for (const File& file : all_files()) {
    CAPTURE(file.path);
    const Asset& asset = file.asset;
    const Answer answer = pages.get(file.path);
    CHECK(answer.status == 200);
    CHECK(answer.body == asset.content.identity.bytes);
    CHECK(answer.header("Content-Type") == asset.content_type);
    CHECK(answer.header("ETag") == asset.content.identity.tag);
    CHECK(answer.header("Vary") == "Accept-Encoding");
    CHECK(answer.header("Content-Encoding").empty());
    CHECK(answer.header("Access-Control-Allow-Origin").empty());
  }
  CHECK(pages.get("/capture").header("Content-Type") == "text/html; charset=utf-8");
  CHECK(asset_ending_in(".js").content_type == "text/javascript; charset=utf-8");
  CHECK(asset_ending_in(".css").content_type == "text/css; charset=utf-8");
  CHECK(asset_ending_in(".svg").content_type == "image/svg+xml");
  for (const Asset& asset : embedded_assets()) {
    CHECK(asset.name.ends_with(".wasm") == (asset.content_type == "application/wasm"));
  }
}

TEST_CASE("an asset's name has the first digits of the SHA-256 of its content") {
  static const std::regex hashed(R"(([a-z-]+)\.([0-9a-f]{8})\.([a-z]+))");
  std::set<std::string> names;
  for (const Asset& asset : embedded_assets()) {
    const std::string name(asset.name);
    CAPTURE(name);
    std::smatch match;
    REQUIRE(std::regex_match(name, match, hashed));
    CHECK(to_hex(sha256(asset.content.identity.bytes)).starts_with(match[2].str()));
    CHECK(names.insert(match[1].str() + "." + match[3].str()).second);
  }
  for (const char* name : {"capture.js", "guide-worker.js", "capture.css", "icon.svg"}) {
    CHECK(names.contains(name));
  }
}

TEST_CASE("a coded file is smaller, is the same when it is decoded, and has its own tag") {
  Pages pages;
  std::size_t coded = 0;
  for (const File& file : all_files()) {
    CAPTURE(file.path);
    const CodedContent& content = file.asset.content;
    CHECK(content.identity.tag == entity_tag(sha256(content.identity.bytes)));
    struct Coded {
      const CodedBytes& bytes;
      std::string name;
      std::string program;
    };
    for (const Coded& each :
         {Coded{content.brotli, "br", "brotli"}, {content.gzip, "gzip", "gzip"}}) {
      const Answer answer = pages.get_coded(file.path, each.name);
      CHECK(answer.status == 200);
      if (each.bytes.bytes.empty()) {
        CHECK(answer.header("Content-Encoding").empty());
        CHECK(answer.body == content.identity.bytes);
        continue;
      }
      ++coded;
      CHECK(answer.header("Content-Encoding") == each.name);
      CHECK(answer.body == each.bytes.bytes);
      CHECK(answer.body.size() < content.identity.bytes.size());
      CHECK(answer.header("ETag") == entity_tag(sha256(answer.body)));
      CHECK(answer.header("ETag") != content.identity.tag);
      CHECK(pages.unpacked(each.program, answer.body) == content.identity.bytes);
    }
  }
  CHECK(coded >= 2);
}

TEST_CASE("the page names assets that exist, and nothing else is loaded") {
  Pages pages;
  const std::string page = pages.get("/capture").body;
  static const std::regex address(R"re(="(/[^"]*|[^"]*//[^"]*)")re");
  std::size_t named = 0;
  for (std::sregex_iterator at(page.begin(), page.end(), address), end; at != end; ++at) {
    const std::string path = (*at)[1];
    CAPTURE(path);
    CHECK(path.starts_with("/assets/"));
    CHECK(pages.get(path).status == 200);
    ++named;
  }
  CHECK(named >= 3);
  // The policy refuses code and style in the markup.
  static const std::regex in_place(R"(<script>|<style|<[^>]* (style|on[a-z]+)=)");
  CHECK_FALSE(std::regex_search(page, in_place));
  CHECK(page.find("<noscript>") != std::string::npos);
}

TEST_CASE("every file comes with the policy that binds it") {
  Pages pages;
  for (const File& file : all_files()) {
    CAPTURE(file.path);
    const Answer answer = pages.get(file.path);
    const std::string policy = answer.header("Content-Security-Policy");
    CHECK(policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "));
    CHECK(policy.find("unsafe-inline") == std::string::npos);
    CHECK(policy.find("'unsafe-eval'") == std::string::npos);
    CHECK(policy.find("connect-src 'self';") != std::string::npos);
    CHECK(policy.find("frame-ancestors 'none'") != std::string::npos);
    CHECK(policy.ends_with("require-trusted-types-for 'script'; trusted-types countersign"));
    CHECK(answer.header("Referrer-Policy") == "no-referrer");
    const std::string permissions = answer.header("Permissions-Policy");
    const std::string camera = file.path == "/" ? "camera=()" : "camera=(self)";
    CHECK(permissions.starts_with(camera + ", microphone=(), geolocation=(), "));
    CHECK(permissions.find("publickey-credentials-get=()") != std::string::npos);
    CHECK(answer.header("Cross-Origin-Opener-Policy") == "same-origin");
    CHECK(answer.header("Cross-Origin-Resource-Policy") == "same-origin");
    CHECK(answer.header("X-Content-Type-Options") == "nosniff");
    const bool is_page = !file.path.starts_with("/assets/");
    CHECK(answer.header("Cache-Control") ==
          (is_page ? "no-store" : "public, max-age=31536000, immutable"));
  }
}

TEST_CASE("the root greets a person, and leads nobody to the console") {
  Pages pages;
  const Answer root = pages.get("/");
  CHECK(root.body.find("Open the link that you were sent") != std::string::npos);
  CHECK(root.body.find("/review") == std::string::npos);
}

TEST_CASE("who has the bytes of a coding is told that they are the same") {
  Pages pages;
  const auto page = embedded_pages().front();
  REQUIRE_FALSE(page.content.brotli.bytes.empty());
  const std::string brotli(page.content.brotli.tag);
  const std::string plain(page.content.identity.tag);
  const auto status = [&](const std::string& known, const std::string& accepted) {
    return pages.get("/capture", {{"if-none-match", known}, {"accept-encoding", accepted}}).status;
  };
  CHECK(status(brotli, "br") == 304);
  CHECK(status(plain, "br") == 200);
  CHECK(status(brotli, "identity") == 200);
  CHECK(status(plain + ", " + brotli, "br") == 304);
  CHECK(status("*", "br") == 304);
  const Answer same =
      pages.get("/capture", {{"if-none-match", "W/" + brotli}, {"accept-encoding", "br"}});
  CHECK(same.status == 304);
  CHECK(same.body.empty());
  CHECK(same.header("ETag") == brotli);
  CHECK(same.header("Vary") == "Accept-Encoding");
  CHECK(same.header("Cache-Control") == "no-store");
  CHECK(same.header("Content-Type").empty());
  CHECK(same.header("Content-Encoding").empty());
}

TEST_CASE("who accepts no coding of a page is refused") {
  Pages pages;
  CHECK(pages.get_coded("/capture", "identity;q=0, br").header("Content-Encoding") == "br");
  const Answer refused = pages.get_coded("/capture", "identity;q=0, zstd");
  CHECK(refused.status == 406);
  CHECK(refused.code() == "SVC_NOT_ACCEPTABLE");
}

TEST_CASE("no other path below the assets exists") {
  Pages pages;
  const std::string name(embedded_assets().front().name);
  for (const std::string& path : {std::string("/assets"),
                                  std::string("/assets/"),
                                  std::string("/assets/capture"),
                                  std::string("/assets/capture.js"),
                                  std::string("/assets/capture.html"),
                                  "/assets/" + name + "/",
                                  "/assets/" + name + ".br",
                                  "/assets/x/" + name,
                                  std::string("/assets/..%2fcapture"),
                                  std::string("/capture/"),
                                  "/" + name}) {
    CAPTURE(path);
    const Answer answer = pages.get(path);
    CHECK(answer.status == 404);
    CHECK(answer.code() == "SVC_NOT_FOUND");
    CHECK(answer.header("Cache-Control") == "no-store");
  }
}

TEST_CASE("pages are counted by their own names, and their addresses are logged without a query") {
  Pages pages;
  CHECK(pages.rig.send({.path = "/capture?secret=1"}).status == 200);
  CHECK(pages.get("/assets/none").status == 404);
  CHECK(pages.get("/capture", {}, Method::Post).code() == "SVC_METHOD_NOT_ALLOWED");
  CHECK(pages.get("/capture", {}, Method::Head).status == 200);
  bool seen = false;
  for (const std::string& line : pages.rig.access_lines()) {
    CHECK(line.find("secret") == std::string::npos);
    seen = seen || line.find("getCaptureHtml") != std::string::npos;
  }
  CHECK(seen);
}

}  // namespace countersign::http::pages_test
