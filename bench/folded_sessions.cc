#include "bench/folded_sessions.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <utility>

#include "events/store_error.h"
#include "projections/views/all_projections.h"
#include "tests/projections/support/capture_commands.h"

namespace countersign::bench {
namespace {

constexpr std::uint64_t kInBatch = 20'000;
constexpr std::chrono::seconds kQuiet{5};
constexpr int kQuietTries = 60;

// The number and the bytes of the tables in a folder.
std::pair<std::size_t, std::uintmax_t> tables_in(const std::filesystem::path& folder) {
  std::pair<std::size_t, std::uintmax_t> tables;
  std::error_code gone;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".sst") continue;
    ++tables.first;
    const std::uintmax_t size = entry.file_size(gone);
    tables.second += gone ? 0 : size;
  }
  return tables;
}

}  // namespace

FoldedSessions::FoldedSessions(const std::filesystem::path& folder,
                               std::uint64_t count,
                               ClientKey first_client)
    : count_(count),
      first_client_(std::move(first_client)),
      begin_(kStart - std::chrono::seconds(static_cast<std::int64_t>(count))),
      views_(folder) {
  views_.fold_log();
  for (std::uint64_t n = 0; n < count; ++n) {
    add(n);
    if (n % kInBatch == kInBatch - 1) views_.write();
  }
  views_.show();
  // The merges that opening a database begins would otherwise run beside the measures.
  await_merges(folder);
}

ClientKey FoldedSessions::client(std::uint64_t n) const {
  const std::uint64_t number = n % kClients;
  return number == 0 ? first_client_ : client_key("client" + std::to_string(number));
}

std::uint64_t FoldedSessions::some(std::uint64_t i) const {
  const std::uint64_t n = i * 7919 * kClients % count_ + i % kClients;
  return std::min(n, count_ - 1);
}

void FoldedSessions::add(std::uint64_t n) {
  const SessionId session = session_id(n + 1);
  SessionCreated created;
  created.client = client(n);
  created.token = token_of(session);
  created.user_ref = person(n);
  created.labels = SessionLabels({shop(n)});
  created.expires_at = kStart + 3'650 * kDay;
  views_.happen(session, 1, std::move(created), begun(n));
  const std::uint64_t fate = n / kClients % 10;
  if (fate == 0) return;
  SessionFinalized finalized;
  finalized.result = fate == 1   ? ResultStatus::Failed
                     : fate == 2 ? ResultStatus::Review
                                 : ResultStatus::Passed;
  if (fate < 3) finalized.reasons = {"DOCUMENT_BLURRY"};
  views_.happen(session, 2, std::move(finalized), begun(n));
}

void FoldedSessions::await_merges(const std::filesystem::path& folder) const {
  auto before = tables_in(folder);
  for (int i = 0; i < kQuietTries; ++i) {
    std::this_thread::sleep_for(kQuiet);
    const auto now = tables_in(folder);
    if (now == before) return;
    before = now;
  }
}

}  // namespace countersign::bench
