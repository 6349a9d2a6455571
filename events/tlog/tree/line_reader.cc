#include "events/tlog/tree/line_reader.h"

#include <algorithm>
#include <charconv>

#include "core/text/base64url.h"

namespace countersign::tlog {

std::optional<std::string_view> LineReader::line() {
  const std::size_t end = rest_.find('\n');
  if (end == rest_.npos) return std::nullopt;
  const std::string_view taken = rest_.substr(0, end);
  rest_.remove_prefix(end + 1);
  return taken;
}

std::optional<std::string_view> LineReader::labelled(std::string_view label) {
  LineReader ahead = *this;
  std::optional<std::string_view> taken = ahead.line();
  if (!taken || !taken->starts_with(label)) return std::nullopt;
  taken->remove_prefix(label.size());
  if (!taken->starts_with(' ')) return std::nullopt;
  *this = ahead;
  return taken->substr(1);
}

std::optional<Proof> LineReader::proof() {
  Proof hashes;
  while (const std::optional<std::string_view> text = line()) {
    if (text->empty()) return hashes;
    const std::optional<Digest> hash = parse_hash(*text);
    if (!hash || hashes.size() == kProofHashesMax) return std::nullopt;
    hashes.push_back(*hash);
  }
  return std::nullopt;
}

std::optional<std::uint64_t> parse_decimal(std::string_view text) {
  if (text.starts_with('0') && text != "0") return std::nullopt;
  std::uint64_t value = 0;
  const char* const text_end = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), text_end, value);
  if (error != std::errc() || end != text_end || value > kTreeSizeMax) return std::nullopt;
  return value;
}

std::optional<Digest> parse_hash(std::string_view text) {
  const std::optional<std::string> bytes = from_base64(text);
  Digest hash;
  if (!bytes || bytes->size() != hash.size()) return std::nullopt;
  std::ranges::copy(bytes_of(*bytes), hash.begin());
  return hash;
}

std::string proof_lines(const Proof& proof) {
  std::string lines;
  for (const Digest& hash : proof) lines += to_base64(hash) + '\n';
  return lines;
}

}  // namespace countersign::tlog
