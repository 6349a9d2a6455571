#pragma once
#include <span>
#include <string_view>

#include "http/coding/coded_content.h"

namespace countersign::http {

// A file that browsers get, as embed_pages.cmake has made it part of the program.
struct Asset {
  std::string_view name;          // the last segment of its path
  std::string_view content_type;  // with its charset, where it has one
  CodedContent content;
};

// The pages, each at a path of its own. All are empty in a server that is built without pages.
// Constant, and thread-safe.
std::span<const Asset> embedded_pages();
// The files that the pages load, below /assets/. A name has the first eight hexadecimal digits of
// the SHA-256 of its content, `capture.3f9a1c2b.js`, so what is at an address never changes.
std::span<const Asset> embedded_assets();
// The same for the reviewers' console, which another listener serves: below /review/assets/.
std::span<const Asset> embedded_review_assets();

}  // namespace countersign::http
