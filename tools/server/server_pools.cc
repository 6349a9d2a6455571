#include "tools/server/server_pools.h"

#include "http/external/external_engine.h"
#include "http/operator/work_places.h"
#include "tools/server/start/judging_programs.h"

namespace countersign {
namespace {

constexpr auto kHalfForOthers = FairPool::Threads::HalfForOthers;

// Submissions that wait for a thread, one of each session; their images are on the disk. A client
// may have an eighth of the queue, and always at least one place, so seven clients that flood it
// leave room for those that follow. A session has one call at a time judged, and may have a few.
constexpr FairPool::Limits kInspectionQueue{.each_client = 64, .all = 512, .each_party = 8};
static_assert(8 * kInspectionQueue.each_client <= kInspectionQueue.all);
// Finalizes that wait for a face comparison, one of each session. They have other threads than
// uploads and downloads, because a comparison may wait for another machine.
constexpr FairPool::Limits kFaceQueue = kInspectionQueue;
constexpr FairPool::Limits kTransferQueue{.each_client = 128, .all = 1024};
static_assert(8 * kTransferQueue.each_client <= kTransferQueue.all);
// Lists, cases and proofs: half of the threads for one client or reviewer at most.
constexpr std::size_t kReadThreads = 4;
constexpr FairPool::Limits kReadQueue{.each_client = 64, .all = 1024};
// As many reports of a reviewer wait as the rate lets through at once.
constexpr std::size_t kReportThreads = 1;
constexpr FairPool::Limits kReportQueue{.each_client = 8, .all = 64};
// An address, or a reviewer, has one ceremony at a time.
constexpr FairPool::Limits kCeremonyQueue{.each_client = 64, .all = 512};
// Operators have threads of their own, so that a call of theirs that takes long takes none from
// clients and devices. Each operation has a line of its own in the queue.
constexpr std::size_t kOperatorThreads = 8;
constexpr FairPool::Limits kOperatorQueue{.each_client = 128, .all = 1024};
// A thread for each kind of long work, of which one piece runs at a time: none waits for another.
constexpr std::size_t kLongWorkThreads = http::kLongWorks;
constexpr FairPool::Limits kLongWorkQueue{.each_client = 1, .all = http::kLongWorks};

// A submission at a program on another machine holds a thread too, which only waits.
std::size_t inspecting_threads_of(const ServerSettings& settings) {
  const RemoteSettings& remote = settings.remote;
  return seats_of(inspection_threads_of(settings) + waiting_threads_of(settings)) +
         (remote.inspectors.empty() && remote.readers.empty() ? 0 : remote.places);
}

// Threads for the questions that the external engine is asked at the same time (twice as many, see
// seats_of()), and one for each worker of the matcher. More threads would only wait elsewhere than
// in the queue.
std::size_t face_threads_of(const ServerSettings& settings) {
  const std::size_t asking = settings.engine ? settings.engine->concurrency : 0;
  return seats_of(asking) + comparing_workers_of(settings) +
         (settings.remote.matchers.empty() ? 0 : settings.remote.places);
}

}  // namespace

ServerPools::ServerPools(const ServerSettings& settings)
    : inspection(inspecting_threads_of(settings), kInspectionQueue, kHalfForOthers),
      transfers(kTransferThreads, kTransferQueue),
      faces(face_threads_of(settings), kFaceQueue, kHalfForOthers),
      reads(kReadThreads, kReadQueue, kHalfForOthers),
      reports(kReportThreads, kReportQueue),
      ceremonies(kCeremonyThreads, kCeremonyQueue, kHalfForOthers),
      operators(kOperatorThreads, kOperatorQueue, kHalfForOthers),
      long_work(kLongWorkThreads, kLongWorkQueue) {}

// The inspection hands work to the transfers, so the transfers stop later.
void ServerPools::stop() {
  inspection.stop();
  faces.stop();
  transfers.stop();
  ceremonies.stop();
  reads.stop();
  reports.stop();
  operators.stop();
  long_work.stop();
}

std::size_t waiting_threads_of(const ServerSettings& settings) {
  return settings.engine ? http::ExternalEngine::threads_held(*settings.engine) : 0;
}

}  // namespace countersign
