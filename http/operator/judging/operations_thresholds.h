#pragma once
#include <string>

#include "http/json/members.h"
#include "http/operator/operation_input.h"

// The input of the operation on threshold sets.
namespace countersign::http {

struct NamedSet {
  std::string sha256;
};
template <>
inline constexpr auto members_of<NamedSet> = members(Member{
    "sha256", &NamedSet::sha256, "The hash of the set, in 64 hexadecimal digits."});

}  // namespace countersign::http
