#include "projections/retention/purge_queue.h"

#include <algorithm>
#include <utility>

#include "core/check.h"

namespace countersign {
namespace {

using Steady = std::chrono::steady_clock;

}  // namespace

PurgeQueue::PurgeQueue(DataFolder& data, const Limits& limits) : data_(data), limits_(limits) {
  check(limits.total > 0 && limits.a_client > 0 && limits.a_pass > 0,
        "the limits of a purge queue are above 0");
  thread_ = std::thread([this] { run(); });
}

PurgeQueue::~PurgeQueue() {
  stop();
  thread_.join();
}

bool PurgeQueue::submit(const ClientKey& client, PurgeRequest request, Done done) {
  std::optional<Waiting> displaced;
  {
    const MutexLock lock(mutex_);
    if (stopping_) return false;
    const auto own = queues_.find(client);
    if (own != queues_.end() && own->second.size() >= limits_.a_client) return false;
    if (waiting_ >= limits_.total) {
      displaced = displace_for(client);
      if (!displaced) return false;
    }
    queues_[client].push_back({std::move(request), std::move(done)});
    ++waiting_;
  }
  changed_.notify_all();
  if (displaced) displaced->done(PurgeFailure(Busy{}));
  return true;
}

std::optional<PurgeQueue::Waiting> PurgeQueue::displace_for(const ClientKey& client) {
  const auto most = std::ranges::max_element(
      queues_, {}, [](const Queues::value_type& queue) { return queue.second.size(); });
  const auto own = queues_.find(client);
  const std::size_t has = own == queues_.end() ? 0 : own->second.size();
  if (most == queues_.end() || most->second.size() < has + 2) return std::nullopt;
  Waiting newest = std::move(most->second.back());
  most->second.pop_back();
  --waiting_;
  return newest;
}

std::vector<PurgeQueue::Waiting> PurgeQueue::take_pass() {
  std::vector<Waiting> taken;
  auto next = queues_.upper_bound(last_served_);
  while (!queues_.empty() && taken.size() < limits_.a_pass) {
    if (next == queues_.end()) next = queues_.begin();
    last_served_ = next->first;
    taken.push_back(std::move(next->second.front()));
    next->second.pop_front();
    --waiting_;
    next = next->second.empty() ? queues_.erase(next) : std::next(next);
  }
  return taken;
}

void PurgeQueue::run() {
  RelockableMutexLock lock(mutex_);
  for (;;) {
    while (!stopping_ && waiting_ == 0) changed_.wait(mutex_);
    if (stopping_) return;
    std::vector<Waiting> pass = take_pass();
    lock.unlock();

    const auto start = Steady::now();
    std::vector<PurgeRequest> requests;
    for (const Waiting& waiting : pass) requests.push_back(waiting.request);
    const auto outcomes = purge_sessions(data_, requests, data_.clock().now());
    for (std::size_t i = 0; i < pass.size(); ++i) pass[i].done(outcomes[i]);
    const std::size_t purges = pass.size();
    pass.clear();

    lock.lock();
    rest(rest_after(Steady::now() - start, purges, limits_));
  }
}

Steady::duration PurgeQueue::rest_after(Steady::duration pass_took,
                                        std::size_t purges,
                                        const Limits& limits) {
  constexpr Steady::rep kForEachMore = 4;
  const auto more = static_cast<Steady::rep>(purges) - 1;
  const auto gather =
      std::min<Steady::duration>(pass_took * kForEachMore * more, limits.gather_max);
  return std::min<Steady::duration>(std::max(pass_took, gather), limits.rest_max);
}

void PurgeQueue::rest(Steady::duration time) {
  const auto end = Steady::now() + time;
  while (!stopping_ && changed_.wait_until(mutex_, end)) continue;
}

void PurgeQueue::stop() {
  Queues refused;
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
    refused.swap(queues_);
    waiting_ = 0;
  }
  changed_.notify_all();
  for (auto& [client, queue] : refused) {
    for (const Waiting& waiting : queue) waiting.done(PurgeFailure(Busy{}));
  }
}

std::size_t PurgeQueue::waiting() const {
  const MutexLock lock(mutex_);
  return waiting_;
}

}  // namespace countersign
