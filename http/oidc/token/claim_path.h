#pragma once
#include <rapidjson/document.h>

#include <string>
#include <string_view>

namespace countersign::http {

// Finds a value among the claims of a token; null if there is none. `path` is
//
//   - a JSON Pointer (RFC 6901), if it begins with a slash:
//     `/resource_access/review.example.com/roles`. Each name is taken as it is; `~1` in it is a
//     slash and `~0` a tilde.
//   - else the name of a claim, or names with dots between them: `realm_access.roles`. The name of
//     a claim may have dots itself, as a URL has, if nothing follows it.
//
// REQUIRES: wrong_with_claim_path(path).empty().
const rapidjson::Value* find_claim(const rapidjson::Value& claims, std::string_view path);

// Returns what is wrong with a path, as the end of a sentence, or "".
std::string wrong_with_claim_path(std::string_view path);

}  // namespace countersign::http
