#include "events/crypto/peer/peer_file.h"

#include <algorithm>
#include <utility>

#include "core/ascii.h"

namespace countersign {
namespace {

constexpr std::string_view kFirstLine = "countersign-inspector-key-1";
constexpr std::size_t kNameBytesMax = 40;

bool is_small_letter_or_digit(char c) { return is_digit(c) || (c >= 'a' && c <= 'z'); }

// Takes the value of the next line if the line is `word value`.
std::optional<std::string_view> take(std::string_view& rest, std::string_view word) {
  const std::size_t end = rest.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view line = rest.substr(0, end);
  if (!line.starts_with(word) || line.size() <= word.size() || line[word.size()] != ' ') {
    return std::nullopt;
  }
  rest.remove_prefix(end + 1);
  return line.substr(word.size() + 1);
}

}  // namespace

bool is_peer_name(std::string_view text) {
  return !text.empty() && text.size() <= kNameBytesMax && is_small_letter_or_digit(text.front()) &&
         std::ranges::all_of(
             text, [](char c) { return is_small_letter_or_digit(c) || c == '_' || c == '-'; });
}

Secret text_of(const PeerFile& file) {
  Digest seed{};
  std::ranges::copy(file.seed.reveal(), seed.begin());
  std::string hex = to_hex(seed);
  cleanse(seed);
  std::string text;
  text.reserve(kPeerFileBytesMax);  // so that no copy of the key is left behind by growth
  text.append(kFirstLine).append("\nname ").append(file.name);
  text.append("\nseed ").append(hex).append("\n");
  for (const Sha256& server : file.servers) {
    text.append("server ").append(to_hex(server.value())).append("\n");
  }
  Secret secret(text);
  cleanse({reinterpret_cast<std::uint8_t*>(hex.data()), hex.size()});
  cleanse({reinterpret_cast<std::uint8_t*>(text.data()), text.size()});
  return secret;
}

std::optional<PeerFile> parse_peer_file(std::string_view text) {
  if (text.size() > kPeerFileBytesMax || !text.starts_with(kFirstLine)) return std::nullopt;
  text.remove_prefix(kFirstLine.size());
  if (!text.starts_with('\n')) return std::nullopt;
  text.remove_prefix(1);
  PeerFile file;
  const auto name = take(text, "name");
  if (!name || !is_peer_name(*name)) return std::nullopt;
  file.name = std::string(*name);
  const auto hex = take(text, "seed");
  auto seed = hex ? parse_digest(*hex) : std::nullopt;
  if (!seed) return std::nullopt;
  file.seed = SecretBytes<32>(std::span<const std::uint8_t, 32>(*seed));
  cleanse(*seed);
  while (!text.empty()) {
    const auto line = take(text, "server");
    const auto server = line ? parse_digest(*line) : std::nullopt;
    if (!server || file.servers.size() == kPeerServersMax) return std::nullopt;
    file.servers.emplace_back(*server);
  }
  if (file.servers.empty()) return std::nullopt;
  return file;
}

}  // namespace countersign
