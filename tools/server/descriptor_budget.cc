#include "tools/server/descriptor_budget.h"

#include <sys/resource.h>

#include <algorithm>

#include "events/rocks/database/open_tables.h"

namespace countersign {

namespace {

// Standard streams, listeners, locks, folders, epoll and event descriptors, the operators'
// connections: some twenty in use, the rest is slack.
constexpr std::uint64_t kFixed = 64;
constexpr std::uint64_t kEachThread = 4;  // epoll, mailbox and timer of an event loop
// A worker's socket, its memory, a reader, a comparison.
constexpr std::uint64_t kEachInspection = 4;
constexpr std::uint64_t kEachTransfer = 4;  // a bundle reads ahead; a folder is synced
constexpr std::uint64_t kConnectionsMin = 64;
constexpr std::uint64_t kUploadFilesMin = 16;
constexpr std::uint64_t kRefusalsMin = 8;
constexpr std::uint64_t kWebhooksMin = 8;

// Deliveries wait for one another; the sixteenth part of few descriptors is enough for them.
std::size_t webhooks_of(std::uint64_t limit, const DescriptorNeeds& needs) {
  return std::min<std::uint64_t>(needs.webhooks, std::max(kWebhooksMin, limit / 16));
}

std::uint64_t fixed_of(const DescriptorNeeds& needs) {
  return kFixed + kEachThread * needs.threads + kEachInspection * needs.inspection_threads +
         kEachTransfer * needs.transfer_threads + needs.console + needs.outgoing;
}

}  // namespace

Result<DescriptorBudget, std::string> descriptor_budget(std::uint64_t limit,
                                                        const DescriptorNeeds& needs) {
  const std::size_t webhooks = webhooks_of(limit, needs);
  const std::uint64_t taken = fixed_of(needs) + webhooks + database_descriptors(limit);
  const std::uint64_t left = limit - std::min(limit, taken);
  if (left < kConnectionsMin + kUploadFilesMin + kRefusalsMin) {
    return "the process may open " + std::to_string(limit) +
           " files at the same time, which is too few to serve with these settings: raise the "
           "limit of open files (ulimit -n, LimitNOFILE=)";
  }
  DescriptorBudget budget{.limit = limit,
                          .connections = needs.connections,
                          .refusals = needs.refusals,
                          .upload_files = needs.upload_files,
                          .webhooks = webhooks};
  if (needs.connections + needs.refusals + needs.upload_files <= left) return budget;
  budget.upload_files =
      std::min<std::uint64_t>(needs.upload_files, std::max(kUploadFilesMin, left / 4));
  const std::uint64_t sockets = left - budget.upload_files;
  budget.refusals = std::min<std::uint64_t>(needs.refusals, std::max(kRefusalsMin, sockets / 8));
  budget.connections = std::min<std::uint64_t>(needs.connections, sockets - budget.refusals);
  return budget;
}

std::uint64_t descriptor_limit() {
  ::rlimit limit{};
  return ::getrlimit(RLIMIT_NOFILE, &limit) == 0 ? limit.rlim_cur : 0;
}

}  // namespace countersign
