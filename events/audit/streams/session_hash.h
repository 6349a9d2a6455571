#pragma once
#include <cstddef>
#include <functional>
#include <string_view>

#include "core/ids.h"

namespace countersign {

struct HashOfSessionId {
  std::size_t operator()(const SessionId& id) const {
    const Uuid& uuid = id.value();
    return std::hash<std::string_view>()({reinterpret_cast<const char*>(uuid.data()), uuid.size()});
  }
};

}  // namespace countersign
