#include "events/audit/range/range_file.h"

#include <doctest/doctest.h>

#include <string>

#include "tests/events/tlog/tree/trees.h"

namespace countersign::range_file_test {

constexpr std::uint64_t kSizes = 40;

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  const std::size_t at = text.find(what);
  REQUIRE(at != text.npos);
  return text.replace(at, what.size(), by);
}

TEST_CASE("the hashes of every range lead from its older tree to its newer one") {
  const auto leaves = tlog::leaves_of(kSizes);
  tlog::StoredTree tree(leaves);
  tlog::NaiveTree naive(leaves);
  for (std::uint64_t to = 2; to <= kSizes; ++to) {
    for (std::uint64_t from = 1; from < to; ++from) {
      CAPTURE(from);
      CAPTURE(to);
      const auto range = prove_range(tree, from, to);
      REQUIRE(range.has_value());
      const auto read = parse_range_file(to_text(*range));
      REQUIRE(read.has_value());
      CHECK(read->from() == from);
      CHECK(read->to == to);
      CHECK(read->edge.root() == naive.root(from));
      CHECK(read->consistency == naive.proof(from, to));
      CHECK(to_text(*read) == to_text(*range));
      tlog::Frontier grown = read->edge;
      for (std::uint64_t i = from; i < to; ++i) grown.append(leaves[i]);
      CHECK(grown.root() == naive.root(to));
    }
  }
}

TEST_CASE("a description of a range has one form, and no other text is one") {
  tlog::StoredTree tree(tlog::leaves_of(kSizes));
  const std::string text = to_text(*prove_range(tree, 22, kSizes));
  REQUIRE(parse_range_file(text).has_value());
  const auto refused = [](const std::string& other) {
    return !parse_range_file(other).has_value();
  };
  CHECK(refused(""));
  CHECK(refused(text + "\n"));
  CHECK(refused(text.substr(0, text.size() - 1)));
  CHECK(refused(replaced(text, "/v1", "/v2")));
  CHECK(refused(replaced(text, "from 22", "from 022")));
  CHECK(refused(replaced(text, "from 22", "from -1")));
  CHECK(refused(replaced(text, "to 40", "to 40 ")));
  CHECK(refused(replaced(text, "to 40", "to 9223372036854775808")));
  // The edge of 22 leaves has three hashes, and that of 23 four.
  CHECK(refused(replaced(text, "from 22", "from 23")));
  CHECK(refused(replaced(text, "from 22", "from 16")));
}

TEST_CASE("a range that is empty, reversed or at the beginning of the log is none") {
  tlog::StoredTree tree(tlog::leaves_of(kSizes));
  const std::string text = to_text(*prove_range(tree, 22, kSizes));
  CHECK_FALSE(parse_range_file(replaced(text, "to 40", "to 22")).has_value());
  CHECK_FALSE(parse_range_file(replaced(text, "to 40", "to 21")).has_value());
  CHECK_FALSE(parse_range_file("countersign-range/v1\nfrom 0\nto 40\n\n\n").has_value());
}

TEST_CASE("the description of a range is shorter than what a reader takes, whatever the log") {
  RangeFile range;
  std::string encoded(8, '\xff');
  encoded.front() = '\x3f';
  for (int i = 0; i < 62; ++i) encoded += std::string(32, 'h');
  auto edge = tlog::Frontier::decode(encoded);
  REQUIRE(edge.has_value());
  range.edge = *edge;
  range.to = tlog::kTreeSizeMax;
  range.consistency.assign(tlog::kProofHashesMax, Digest{});
  CHECK(to_text(range).size() <= range_folder::kRangeBytesMax);
}

}  // namespace countersign::range_file_test
