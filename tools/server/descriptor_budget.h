#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/result.h"

namespace countersign {

// What the settings ask for.
struct DescriptorNeeds {
  std::size_t connections = 0;
  std::size_t refusals = 0;  // connections that are told that there are too many
  std::size_t upload_files = 0;
  std::size_t threads = 0;  // that serve connections
  std::size_t inspection_threads = 0;
  std::size_t transfer_threads = 0;
  std::size_t outgoing = 0;  // connections to witnesses and to an external engine
};

// What each may have, so that all of them together never want more descriptors than there
// are. A stranger's connections then cannot take those of the log, whose writer
// would end the service.
struct DescriptorBudget {
  std::uint64_t limit = 0;
  std::size_t connections = 0;
  std::size_t refusals = 0;
  std::size_t upload_files = 0;
};

// Pure. Where there are too few for all, connections and uploads shrink. A sentence for the
// operator when the server could hardly serve with what is left.
Result<DescriptorBudget, std::string> descriptor_budget(std::uint64_t limit,
                                                        const DescriptorNeeds& needs);

// What this process may open at the same time; see raise_descriptor_limit().
std::uint64_t descriptor_limit();

}  // namespace countersign
