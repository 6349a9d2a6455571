#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "events/tlog/tree/merkle_proof.h"

// The common elements of the text formats of C2SP: lines that end in a newline, numbers, and hashes
// in base64.
namespace countersign::tlog {

// Takes line after line from the front of a text, which must outlive the reader.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : rest_(text) {}

  // Takes the next line and returns it without its newline; nullopt if no newline is left.
  std::optional<std::string_view> line();
  // Takes the next line if it begins with `label` and a space, and returns the rest of the line.
  // Otherwise takes nothing and returns nullopt.
  std::optional<std::string_view> labelled(std::string_view label);
  // Takes the lines up to and including an empty one, and returns their hashes. Returns nullopt if
  // there are more than kProofHashesMax, a line is not a hash, or there is no empty line.
  std::optional<Proof> proof();

  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

// Parses ASCII digits without a leading zero; at most kTreeSizeMax.
std::optional<std::uint64_t> parse_decimal(std::string_view text);
// Parses 32 bytes in padded base64; only the one canonical text is accepted.
std::optional<Digest> parse_hash(std::string_view text);

// Returns one line of base64 for each hash.
std::string proof_lines(const Proof& proof);

}  // namespace countersign::tlog
