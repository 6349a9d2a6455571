#pragma once
#include <string>

#include "http/json/members.h"
#include "http/operator/operation_input.h"

// The inputs of the operations on inspectors on other machines.
namespace countersign::http {

struct NamedInspector {
  std::string name{};
};
template <>
inline constexpr auto members_of<NamedInspector> = members(Member{
    "name", &NamedInspector::name, "1 to 40 of a-z, 0-9, `_` and `-`, a letter or digit first."});

}  // namespace countersign::http
