#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "http/json/members.h"
#include "http/operator/operation_input.h"

// The inputs of the operations that copy data and keys.
namespace countersign::http {

struct AskedBackup {
  std::string to;
  std::optional<std::uint64_t> keep{};
};

struct AskedKeyBackup {
  std::string to;
};

template <class Record>
constexpr auto destination(std::string Record::*to) {
  return Member{
      "to", to, "The absolute path of a folder on the server's machine.", {.max_length = 4096}};
}

template <>
inline constexpr auto members_of<AskedBackup> =
    members(destination(&AskedBackup::to),
            Member{"keep",
                   &AskedBackup::keep,
                   "The number of backups to keep, with the new one; older ones are dropped.",
                   {.left_out = true, .minimum = 1}});

template <>
inline constexpr auto members_of<AskedKeyBackup> = members(destination(&AskedKeyBackup::to));

}  // namespace countersign::http
