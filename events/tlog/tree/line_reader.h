#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "events/tlog/tree/merkle_proof.h"

// What the text formats of C2SP have in common: lines that end in a newline, numbers, and
// hashes in base64.
namespace countersign::tlog {

// Takes one line after the other off the front of a text, which must outlive it.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : rest_(text) {}

  // The next line, without its newline; nothing if no newline is left.
  std::optional<std::string_view> line();
  // What follows `label` and a space in the next line; nothing, and nothing taken, if it
  // begins otherwise.
  std::optional<std::string_view> labelled(std::string_view label);
  // The hashes of the lines up to an empty one, which is taken too; nothing if there are more
  // than kProofHashesMax, or other lines.
  std::optional<Proof> proof();

  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

// ASCII digits without a leading zero; at most kTreeSizeMax.
std::optional<std::uint64_t> parse_decimal(std::string_view text);
// 32 bytes in padded base64, in the one way to write them.
std::optional<Digest> parse_hash(std::string_view text);

// One line of base64 for each hash.
std::string proof_lines(const Proof& proof);

}  // namespace countersign::tlog
