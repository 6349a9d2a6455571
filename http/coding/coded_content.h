#pragma once
#include <cstdint>
#include <string_view>

#include "core/enum_names.h"

namespace countersign::http {

// A content coding of an answer (RFC 9110 section 8.4.1, RFC 7932), in the order of preference: the
// first usually has the fewest bytes. The names are those of header fields.
enum class ContentCoding : std::uint8_t { Brotli, Gzip, Identity };

// A content in one coding, with the strong entity tag of these bytes: each coding has its own (RFC
// 9110 section 8.8.3.3). Owns nothing. No bytes: it is not kept in this coding.
struct CodedBytes {
  std::string_view bytes;
  std::string_view tag;  // with its quotes
};

// A content in every coding that it is kept in. Without a coding it is always kept.
struct CodedContent {
  CodedBytes identity;
  CodedBytes gzip{};
  CodedBytes brotli{};
};

}  // namespace countersign::http

namespace countersign {
template <>
inline constexpr auto enum_names<http::ContentCoding> = std::to_array<Named<http::ContentCoding>>({
    {http::ContentCoding::Brotli, "br"},
    {http::ContentCoding::Gzip, "gzip"},
    {http::ContentCoding::Identity, "identity"},
});
}  // namespace countersign
