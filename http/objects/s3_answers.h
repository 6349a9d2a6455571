#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The answers of S3 (Amazon Simple Storage Service, API reference of 2006-03-01), from a text of a
// server that may be anything. Functions only; any thread.
namespace countersign::http {

// The code of an error, e.g. NoSuchKey; "" if the text is no error. At most 64 letters and digits,
// so that it may stand in a line of the log.
std::string s3_code_of(std::string_view text);

// A page of ListObjectsV2.
struct S3Page {
  struct Object {
    std::string key;
    std::uint64_t size_bytes = 0;
  };
  std::vector<Object> objects{};
  std::vector<std::string> prefixes{};  // common ones, with the delimiter
  std::string next{};                   // where the next page begins; empty: this is the last one
};
// nullopt: the text is no such page. A page that says that another one follows, and not where, is
// none either.
std::optional<S3Page> read_s3_page(std::string_view text);

// Whether a bucket keeps what was removed: GetBucketVersioning.
enum class S3Versioning : std::uint8_t { Off, Enabled, Suspended };
std::optional<S3Versioning> read_s3_versioning(std::string_view text);

// Whether objects of the bucket can be locked: GetObjectLockConfiguration.
std::optional<bool> read_s3_lock(std::string_view text);

// Whether the bucket has a rule to copy objects elsewhere: GetBucketReplication.
std::optional<bool> read_s3_replication(std::string_view text);

// The first and the last byte of an answer in part, and the length of the whole object:
// `Content-Range: bytes 0-65535/131072` (RFC 9110, section 14.4).
struct ContentRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint64_t whole = 0;
};
std::optional<ContentRange> read_content_range(std::string_view value);

}  // namespace countersign::http
