// Runs every kept input through its target, in the ordinary builds.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <string>

#include "tests/fuzz/target.h"

namespace countersign::fuzz {
namespace {

namespace fs = std::filesystem;

const fs::path kCorpus = fs::path(COUNTERSIGN_SOURCE_DIR) / "tests/fuzz/corpus";

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST_CASE("every kept input of every fuzzer is read as its target promises") {
  for (const Target& target : Target::all()) {
    const fs::path folder = kCorpus / target.name();
    CAPTURE(folder.string());
    REQUIRE(fs::is_directory(folder));
    int inputs = 0;
    for (const auto& entry : fs::directory_iterator(folder)) {
      CAPTURE(entry.path().string());
      const std::string bytes = bytes_of(entry.path());
      // A block of exactly that size, as Target::Run requires.
      const auto block = std::make_unique<char[]>(bytes.size());
      std::ranges::copy(bytes, block.get());
      target.run({block.get(), bytes.size()});
      ++inputs;
    }
    CHECK(inputs > 0);
  }
}

TEST_CASE("every folder of kept inputs has its target") {
  std::set<std::string_view> names;
  for (const Target& target : Target::all()) CHECK(names.insert(target.name()).second);
  for (const auto& entry : fs::directory_iterator(kCorpus)) {
    CAPTURE(entry.path().string());
    CHECK(names.contains(entry.path().filename().string()));
  }
}

}  // namespace
}  // namespace countersign::fuzz
