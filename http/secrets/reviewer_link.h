#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/random_source.h"

namespace countersign::http {

// The code of a reviewer's one-time link: the reviewer's id, a dot, and 32 random bytes in
// base64url. The log has the SHA-256 of the whole, so nobody makes a link of what the log says.
struct OpenedLink {
  ReviewerId reviewer;
  LinkHash hash;
};

// Returns a new code for the reviewer; each call makes another.
std::string make_reviewer_link(const ReviewerId& reviewer, RandomSource& random);

// Returns nullopt if the text has another form. The reviewer's state says whether the link is still
// good.
std::optional<OpenedLink> open_reviewer_link(std::string_view code);

}  // namespace countersign::http
