#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

// The arrows of the architecture, held by reading every `#include` of the tree.
namespace {

namespace fs = std::filesystem;

struct Include {
  std::string file;  // from the root of the tree
  std::string target;
  bool own = false;  // "..." rather than <...>
};

std::vector<Include> includes_of_tree() {
  static const std::regex line_of(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
  std::vector<Include> found;
  const fs::path root = COUNTERSIGN_SOURCE_DIR;
  for (const char* folder : {"core", "events", "projections", "http", "tools", "tests", "bench"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      if (entry.path().extension() != ".h" && entry.path().extension() != ".cc") continue;
      std::ifstream file(entry.path());
      std::smatch match;
      for (std::string line; std::getline(file, line);) {
        if (!std::regex_search(line, match, line_of)) continue;
        found.push_back(
            {entry.path().lexically_relative(root).string(), match[2], match[1].str() == "\""});
      }
    }
  }
  return found;
}

bool lies_in(const std::string& file, const std::string& place) {
  return file == place || file.starts_with(place + "/");
}

// The part of the tree that a file belongs to, the deeper one first.
std::string part_of(const std::string& file) {
  if (lies_in(file, "core/inspection")) return "core/inspection";
  return file.substr(0, file.find('/'));
}

const std::map<std::string, std::set<std::string>> kMayInclude{
    {"core", {"core"}},
    {"core/inspection", {"core", "core/inspection"}},
    {"events", {"core", "events"}},
    {"projections", {"core", "events", "projections"}},
    {"http", {"core", "core/inspection", "events", "projections", "http"}},
    {"tools", {"core", "core/inspection", "events", "projections", "http", "tools"}},
};

// Where each third-party library lives: a beginning of its headers' names, and
// the only places that may include them. Tests and benchmarks may include all.
const std::map<std::string, std::vector<std::string>> kHomes{
    {"rocksdb/", {"events"}},
    {"openssl/", {"events/crypto", "http/edge/tls.cc"}},
    {"rapidjson/", {"events", "http", "tools"}},
    {"pistache/", {"http/edge"}},
    {"boost/", {"http/edge", "tools/admin_client.cc"}},
    {"zip.h", {"http"}},
    {"curl/", {"http/client"}},
    {"zlib.h", {"events/vault/crc32.cc"}},
    {"CLI/", {"tools"}},
    {"jpeglib.h", {"core/inspection", "tools/drawing"}},
    {"png.h", {"core/inspection", "tools/drawing"}},
    {"webp/", {"core/inspection", "tools/drawing"}},
    {"ZXing/", {"core/inspection/barcode_zxing.cc", "tools/drawing/pdf417_zxing.cc"}},
    {"ft2build.h", {"core/inspection/ocr_b"}},
    {"opencv2/", {"core/inspection/matcher/face_models.cc"}},
    {"dlib/", {"core/inspection/face/filters"}},
    {"seccomp.h", {"core/inspection/confined/confinement.cc"}},
    {"doctest/", {}},
};

// What a pure core has no use for: files, clocks, threads, locks, the system.
const std::set<std::string> kImpure{"atomic",
                                    "condition_variable",
                                    "filesystem",
                                    "fstream",
                                    "future",
                                    "iostream",
                                    "mutex",
                                    "random",
                                    "semaphore",
                                    "shared_mutex",
                                    "thread"};

bool checked(const Include& include) {
  return !lies_in(include.file, "tests") && !lies_in(include.file, "bench");
}

TEST_CASE("includes point one way: core, events, projections, http, tools") {
  const std::vector<Include> all = includes_of_tree();
  REQUIRE(all.size() > 500);
  for (const Include& include : all) {
    if (!checked(include) || !include.own) continue;
    CAPTURE(include.file);
    CAPTURE(include.target);
    const auto& allowed = kMayInclude.at(part_of(include.file));
    CHECK(allowed.contains(part_of(include.target)));
  }
}

TEST_CASE("own files are included from the root, others in angle brackets") {
  for (const Include& include : includes_of_tree()) {
    if (!include.own) continue;
    CAPTURE(include.file);
    CAPTURE(include.target);
    CHECK(fs::exists(fs::path(COUNTERSIGN_SOURCE_DIR) / include.target));
  }
}

TEST_CASE("each third-party library has its home") {
  for (const Include& include : includes_of_tree()) {
    if (!checked(include)) continue;
    for (const auto& [library, homes] : kHomes) {
      if (!include.target.starts_with(library)) continue;
      CAPTURE(include.file);
      CAPTURE(include.target);
      bool at_home = false;
      for (const std::string& home : homes) at_home = at_home || lies_in(include.file, home);
      CHECK(at_home);
    }
  }
}

// The text of every source file, by its name from the root.
std::map<std::string, std::string> sources_of_tree() {
  std::map<std::string, std::string> sources;
  const fs::path root = COUNTERSIGN_SOURCE_DIR;
  for (const char* folder : {"core", "events", "projections", "http", "tools", "tests", "bench"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      if (entry.path().extension() != ".h" && entry.path().extension() != ".cc") continue;
      std::ifstream file(entry.path(), std::ios::binary);
      sources[entry.path().lexically_relative(root).string()] = {
          std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    }
  }
  return sources;
}

TEST_CASE("no source parses JSON in place") {
  // Not spelled out, since this file is one of those that are looked at.
  const std::string in_place = std::string("Parse") + "Insitu";
  const auto sources = sources_of_tree();
  REQUIRE(sources.size() > 500);
  for (const auto& [file, text] : sources) {
    CAPTURE(file);
    CHECK(text.find(in_place) == std::string::npos);
    CHECK(text.find(std::string("Insitu") + "StringStream") == std::string::npos);
  }
}

TEST_CASE("only json_document.cc lets RapidJSON read a text") {
  const std::string parser = "http/json_document.cc";
  static const std::regex reads(
      R"(\.Parse(Stream)?\s*[<(]|\bParseStream\b|rapidjson::(Generic)?Reader\b|rapidjson/reader\.h)");
  std::size_t found = 0;
  for (const auto& [file, text] : sources_of_tree()) {
    if (lies_in(file, "tests") || lies_in(file, "bench")) continue;
    CAPTURE(file);
    const bool reads_json = std::regex_search(text, reads);
    CHECK(reads_json == (file == parser));
    found += reads_json ? 1 : 0;
  }
  CHECK(found == 1);
}

TEST_CASE("the programs write to a terminal in one place each, where it is made printable") {
  // The last two print their own version and nothing else.
  const std::set<std::string> sinks{"tools/terminal.cc",
                                    "tools/journal.cc",
                                    "tools/export_file.cc",
                                    "tools/countersign_inspector.cc",
                                    "tools/countersign_matcher.cc"};
  static const std::regex writes(
      R"(\b(std::)?(v?f?printf|fputs|fputc|puts|putchar|fwrite|perror)\s*\(|std::(cout|cerr|clog)|fmt::print|::write\(STD)");
  std::set<std::string> found;
  for (const auto& [file, text] : sources_of_tree()) {
    if (!lies_in(file, "tools") || lies_in(file, "tools/drawing")) continue;
    if (file == "tools/countersign_draw.cc") continue;  // draws test images for developers
    if (std::regex_search(text, writes)) found.insert(file);
  }
  for (const std::string& file : found) {
    CAPTURE(file);
    CHECK(sinks.contains(file));
  }
  CHECK(found.contains("tools/terminal.cc"));
  CHECK(found.contains("tools/journal.cc"));
}

TEST_CASE("the core knows no file, clock, thread or lock") {
  for (const Include& include : includes_of_tree()) {
    if (part_of(include.file) != "core" || include.own) continue;
    CAPTURE(include.file);
    CAPTURE(include.target);
    CHECK_FALSE(kImpure.contains(include.target));
    CHECK_FALSE(include.target.starts_with("sys/"));
    CHECK(include.target != "unistd.h");
  }
}

}  // namespace
