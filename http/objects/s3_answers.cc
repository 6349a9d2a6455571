#include "http/objects/s3_answers.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/ascii.h"
#include "http/objects/xml_reader.h"

namespace countersign::http {
namespace {

constexpr std::size_t kCodeBytesMost = 64;
constexpr std::size_t kTokenBytesMost = 4096;
constexpr std::size_t kKeyBytesMost = 1024;  // of S3

std::optional<std::uint64_t> number_of(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return number;
}

std::optional<XmlElement> read_root(std::string_view text, std::string_view name) {
  auto root = read_xml(text);
  if (!root || root->name != name) return std::nullopt;
  return root;
}

std::optional<S3Page::Object> object_of(const XmlElement& contents) {
  const auto size = number_of(contents.text_of("Size"));
  const std::string_view key = contents.text_of("Key");
  if (!size || key.empty() || key.size() > kKeyBytesMost) return std::nullopt;
  return S3Page::Object{std::string(key), *size};
}

}  // namespace

std::string s3_code_of(std::string_view text) {
  const auto root = read_root(text, "Error");
  if (!root) return {};
  const std::string_view code = root->text_of("Code");
  const bool is_plain =
      code.size() <= kCodeBytesMost && std::ranges::all_of(code, is_letter_or_digit);
  return is_plain ? std::string(code) : std::string();
}

std::optional<S3Page> read_s3_page(std::string_view text) {
  const auto root = read_root(text, "ListBucketResult");
  if (!root) return std::nullopt;
  S3Page page;
  for (const XmlElement& each : root->children) {
    if (each.name == "Contents") {
      auto object = object_of(each);
      if (!object) return std::nullopt;
      page.objects.push_back(*std::move(object));
    } else if (each.name == "CommonPrefixes") {
      const std::string_view prefix = each.text_of("Prefix");
      if (prefix.empty() || prefix.size() > kKeyBytesMost) return std::nullopt;
      page.prefixes.emplace_back(prefix);
    }
  }
  const std::string_view more = root->text_of("IsTruncated");
  if (more == "false") return page;
  page.next = root->text_of("NextContinuationToken");
  if (more != "true" || page.next.empty() || page.next.size() > kTokenBytesMost)
    return std::nullopt;
  return page;
}

std::optional<S3Versioning> read_s3_versioning(std::string_view text) {
  const auto root = read_root(text, "VersioningConfiguration");
  if (!root) return std::nullopt;
  if (root->child("Status") == nullptr) return S3Versioning::Off;
  const std::string_view status = root->text_of("Status");
  if (status == "Enabled") return S3Versioning::Enabled;
  if (status == "Suspended") return S3Versioning::Suspended;
  return std::nullopt;
}

std::optional<bool> read_s3_lock(std::string_view text) {
  const auto root = read_root(text, "ObjectLockConfiguration");
  if (!root) return std::nullopt;
  return root->child("ObjectLockEnabled") != nullptr || root->child("Rule") != nullptr;
}

std::optional<bool> read_s3_replication(std::string_view text) {
  const auto root = read_root(text, "ReplicationConfiguration");
  if (!root) return std::nullopt;
  return root->child("Rule") != nullptr;
}

std::optional<ContentRange> read_content_range(std::string_view value) {
  constexpr std::string_view kUnit = "bytes ";
  if (!value.starts_with(kUnit)) return std::nullopt;
  value.remove_prefix(kUnit.size());
  const std::size_t dash = value.find('-');
  const std::size_t slash = value.find('/');
  if (dash == value.npos || slash == value.npos || dash > slash) return std::nullopt;
  const auto first = number_of(value.substr(0, dash));
  const auto last = number_of(value.substr(dash + 1, slash - dash - 1));
  const auto whole = number_of(value.substr(slash + 1));
  if (!first || !last || !whole || *first > *last || *last >= *whole) return std::nullopt;
  return ContentRange{*first, *last, *whole};
}

}  // namespace countersign::http
