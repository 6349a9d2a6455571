#include "http/oidc/token/claim_path.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/ascii.h"
#include "http/oidc/token/json_object.h"

namespace countersign::http {
namespace {

using rapidjson::Value;

// A reference token of RFC 6901 section 4: `~1` before `~0`, so that `~01` is `~1`.
std::string unescaped(std::string_view token) {
  std::string name;
  for (std::size_t at = 0; at < token.size(); ++at) {
    const bool escapes = token[at] == '~';
    if (escapes) ++at;
    name += escapes ? (token[at] == '1' ? '/' : '~') : token[at];
  }
  return name;
}

// The place in a list that a reference token names: digits without a zero before them.
std::optional<rapidjson::SizeType> index_of(std::string_view token) {
  if (token.empty() || (token.front() == '0' && token.size() > 1)) return std::nullopt;
  rapidjson::SizeType index = 0;
  const char* const end = token.data() + token.size();
  const auto read = std::from_chars(token.data(), end, index);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return index;
}

const Value* step(const Value& from, std::string_view token) {
  if (!from.IsArray()) return member_of(from, unescaped(token));
  const auto index = index_of(token);
  return index && *index < from.Size() ? &from[*index] : nullptr;
}

// REQUIRES: path.starts_with('/').
const Value* find_by_pointer(const Value& claims, std::string_view path) {
  const Value* at = &claims;
  while (at != nullptr && !path.empty()) {
    path.remove_prefix(1);
    const std::size_t end = std::min(path.find('/'), path.size());
    at = step(*at, path.substr(0, end));
    path.remove_prefix(end);
  }
  return at;
}

const Value* find_by_dots(const Value& claims, std::string_view path) {
  const Value* at = &claims;
  while (true) {
    if (const Value* const found = member_of(*at, path)) return found;
    const std::size_t dot = path.find('.');
    if (dot == path.npos) return nullptr;
    at = member_of(*at, path.substr(0, dot));
    if (at == nullptr) return nullptr;
    path.remove_prefix(dot + 1);
  }
}

}  // namespace

const Value* find_claim(const Value& claims, std::string_view path) {
  return path.starts_with('/') ? find_by_pointer(claims, path) : find_by_dots(claims, path);
}

std::string wrong_with_claim_path(std::string_view path) {
  if (path.empty()) return "is empty";
  if (!path.starts_with('/')) return "";
  for (std::size_t at = path.find('~'); at != path.npos; at = path.find('~', at + 1)) {
    const char next = at + 1 < path.size() ? path[at + 1] : '\0';
    if (next != '0' && next != '1') return "has a ~ that is neither ~0 nor ~1 (RFC 6901)";
  }
  return "";
}

}  // namespace countersign::http
