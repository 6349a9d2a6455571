#include "tests/sources/support/includes.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/sources/support/floors.h"
#include "tests/sources/support/sources.h"

// Checks the dependencies of the architecture by reading every `#include` of the tree.
namespace countersign::test::includes_test {

namespace fs = std::filesystem;

// Beside the floors: what the log, its audit and the folds of it must never know of.
const std::map<std::string, std::vector<std::string>> kMayNotInclude{
    {"events", {"core/inspection"}},
    {"projections", {"core/inspection"}},
    {"events/audit", {"events/rocks", "events/writer", "events/vault"}},
    {"http/edge",
     {"core/event",
      "core/session",
      "core/client",
      "core/stream",
      "core/inspection",
      "events",
      "projections"}},
};

// The homes of third-party libraries: a prefix of the names of their headers, and the only places
// that may include them. Tests and benchmarks may include all of them.
const std::map<std::string, std::vector<std::string>> kHomes{
    {"rocksdb/", {"events/rocks"}},
    {"openssl/", {"events/crypto", "http/edge/socket/tls.cc"}},
    {"rapidjson/", {"core/text", "http", "tools"}},
    {"pistache/", {"http/edge"}},
    {"boost/", {"http/edge"}},
    {"zip.h", {"http/download"}},
    {"curl/", {"http/client"}},
    {"zlib.h", {"events/vault/files/crc32.cc", "http/coding/gzip.cc"}},
    {"CLI/", {"tools"}},
    {"jpeglib.h", {"core/inspection/decode", "core/inspection/render/jpeg_writer.cc"}},
    {"png.h", {"core/inspection/decode"}},
    {"webp/", {"core/inspection/decode"}},
    {"ZXing/", {"core/inspection/barcode/barcode_zxing.cc", "http/coding/qr_rows_zxing.cc"}},
    {"ft2build.h", {"core/inspection/mrz/ocr_b"}},
    {"opencv2/", {"core/inspection/matcher"}},
    {"tesseract/", {"core/inspection/reader/print_reader.cc"}},
    {"leptonica/", {"core/inspection/reader/print_reader.cc"}},
    {"dlib/", {"core/inspection/face/filters"}},
    {"seccomp.h", {"core/inspection/confined/confinement.cc"}},
    {"doctest/", {}},
    // Not of third parties: what is locked with these, clang does not check (lock_annotations.h).
    {"mutex", {"core/machine/threads"}},
    {"shared_mutex", {"core/machine/threads"}},
    {"condition_variable", {"core/machine/threads"}},
    // std::async makes threads without a bound; work goes to a pool.
    {"future", {}},
};

// The headers that a pure core does not include: files, clocks, threads, locks, the system.
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

TEST_CASE("every folder of the product stands in the list of floors") {
  std::set<std::string> folders;
  for (const Include& include : includes_of_tree()) {
    if (checked(include)) folders.insert(folder_of(include.file));
  }
  CHECK(folders == std::set<std::string>(kFloors.begin(), kFloors.end()));
}

TEST_CASE("includes point downwards") {
  const std::vector<Include> all = includes_of_tree();
  REQUIRE(all.size() > 500);
  for (const Include& include : all) {
    if (!checked(include) || !include.own) continue;
    CAPTURE(include.file);
    CAPTURE(include.target);
    CHECK(floor_of(include.target) <= floor_of(include.file));
    for (const auto& [folder, others] : kMayNotInclude) {
      if (!lies_in(include.file, folder)) continue;
      for (const std::string& other : others) CHECK_FALSE(lies_in(include.target, other));
    }
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

// The text of every source file, by its path from the root.
std::map<std::string, std::string> sources_of_tree() {
  std::map<std::string, std::string> sources;
  for (const SourceFile& file : files_ending_in({".h", ".cc"})) {
    sources[file.path] = text_of(file);
  }
  return sources;
}

TEST_CASE("no source parses JSON in place") {
  // The name is put together, because this file is searched too.
  const std::string in_place = std::string("Parse") + "Insitu";
  const auto sources = sources_of_tree();
  REQUIRE(sources.size() > 500);
  for (const auto& [each_file, text] : sources) {
    const auto& file = each_file;
    CAPTURE(file);
    CHECK(text.find(in_place) == std::string::npos);
    CHECK(text.find(std::string("Insitu") + "StringStream") == std::string::npos);
  }
}

TEST_CASE("only json_document.cc lets RapidJSON read a text") {
  const std::string parser = "core/text/json_document.cc";
  static const std::regex reads(
      R"(\.Parse(Stream)?\s*[<(]|\bParseStream\b|rapidjson::(Generic)?Reader\b|rapidjson/reader\.h)");
  std::size_t found = 0;
  for (const auto& [each_file, text] : sources_of_tree()) {
    const auto& file = each_file;
    if (lies_in(file, "tests") || lies_in(file, "bench")) continue;
    CAPTURE(file);
    const bool reads_json = std::regex_search(text, reads);
    CHECK(reads_json == (file == parser));
    found += reads_json ? 1 : 0;
  }
  CHECK(found == 1);
}

TEST_CASE("the programs write to a terminal in one place each, where it is made printable") {
  // The last four print only their own version, usage and path.
  const std::set<std::string> sinks{"tools/machine/terminal.cc",
                                    "tools/machine/operator_log.cc",
                                    "tools/machine/export_file.cc",
                                    "tools/countersign_inspector.cc",
                                    "tools/countersign_matcher.cc",
                                    "tools/countersign_reader.cc",
                                    "tools/inspector_host/listen.cc"};
  static const std::regex writes(
      R"(\b(std::)?(v?f?printf|fputs|fputc|puts|putchar|fwrite|perror)\s*\(|std::(cout|cerr|clog)|fmt::print|::write\(STD)");
  std::set<std::string> found;
  for (const auto& [file, text] : sources_of_tree()) {
    if (!lies_in(file, "tools")) continue;
    if (std::regex_search(text, writes)) found.insert(file);
  }
  for (const std::string& file : found) {
    CAPTURE(file);
    CHECK(sinks.contains(file));
  }
  CHECK(found.contains("tools/machine/terminal.cc"));
  CHECK(found.contains("tools/machine/operator_log.cc"));
}

TEST_CASE("the core knows no file, clock, thread or lock") {
  for (const Include& include : includes_of_tree()) {
    if (!lies_in(include.file, "core") || include.own) continue;
    if (lies_in(include.file, "core/machine") || lies_in(include.file, "core/inspection")) continue;
    CAPTURE(include.file);
    CAPTURE(include.target);
    CHECK_FALSE(kImpure.contains(include.target));
    CHECK_FALSE(include.target.starts_with("sys/"));
    CHECK(include.target != "unistd.h");
  }
}

TEST_CASE("the machine knows nothing of the domain") {
  const std::set<std::string> ground{
      "core/check.h", "core/ids.h", "core/result.h", "core/utc_time.h"};
  for (const Include& include : includes_of_tree()) {
    if (!lies_in(include.file, "core/machine") || !include.own) continue;
    if (lies_in(include.target, "core/machine")) continue;
    CAPTURE(include.file);
    CAPTURE(include.target);
    CHECK(ground.contains(include.target));
  }
}

}  // namespace countersign::test::includes_test
