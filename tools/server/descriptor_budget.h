#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/result.h"

namespace countersign {

// The descriptors that the settings ask for.
struct DescriptorNeeds {
  std::size_t connections = 0;
  std::size_t refusals = 0;  // connections that only receive the answer that there are too many
  std::size_t upload_files = 0;
  std::size_t threads = 0;  // threads that serve connections
  std::size_t inspection_threads = 0;
  std::size_t transfer_threads = 0;
  std::size_t console = 0;   // all of the console
  std::size_t webhooks = 0;  // connections to their receivers
  std::size_t outgoing = 0;  // connections to witnesses and to an external engine
};

// The descriptors that each use may have, so that all together never need more than there are.
// Otherwise strangers' connections could take the descriptors of the log, whose writer would then
// end the service.
struct DescriptorBudget {
  std::uint64_t limit = 0;
  std::size_t connections = 0;
  std::size_t refusals = 0;
  std::size_t upload_files = 0;
  std::size_t webhooks = 0;
};

// Pure. If there are too few descriptors for all, reduces connections, refusals, uploads and the
// connections to receivers of webhooks.
// Returns a sentence for the operator if the server could hardly serve with the rest.
Result<DescriptorBudget, std::string> descriptor_budget(std::uint64_t limit,
                                                        const DescriptorNeeds& needs);

// The number of files that this process may have open at the same time; see
// raise_descriptor_limit().
std::uint64_t descriptor_limit();

}  // namespace countersign
