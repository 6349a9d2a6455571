#include "http/witness/witness_pusher.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace countersign::http {

using Clock = std::chrono::steady_clock;

WitnessPusher::Line::Line(const TreeTiles& tiles,
                          const WitnessAddress& address,
                          std::size_t the_index)
    : index(the_index), name(address.key.name()), push(tiles, address) {}

WitnessPusher::WitnessPusher(const TreeTiles& tiles,
                             CheckpointKeeper& keeper,
                             RandomSource& random,
                             const std::vector<WitnessAddress>& witnesses,
                             Tell tell)
    : keeper_(keeper), random_(random), tell_(std::move(tell)) {
  for (const WitnessAddress& address : witnesses) {
    lines_.push_back(std::make_unique<Line>(tiles, address, lines_.size()));
    states_.push_back({.key = address.key});
  }
  keeper_.observe([this] {
    {
      const MutexLock lock(mutex_);
      ++checkpoints_seen_;
    }
    changed_.notify_all();
  });
  for (const auto& line : lines_) {
    line->thread = std::thread([this, &line = *line] { run(line); });
  }
}

WitnessPusher::~WitnessPusher() { stop(); }

void WitnessPusher::stop() {
  keeper_.observe({});
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  for (const auto& line : lines_) line->push.cancel();
  for (const auto& line : lines_) {
    if (line->thread.joinable()) line->thread.join();
  }
}

void WitnessPusher::run(Line& line) {
  std::uint64_t seen = 0;
  while (wait_for_checkpoint(seen)) {
    while (!push(line)) {
      if (!wait_for_retry(line)) return;
    }
  }
}

bool WitnessPusher::wait_for_checkpoint(std::uint64_t& seen) {
  const MutexLock lock(mutex_);
  while (!stopping_ && checkpoints_seen_ == seen) changed_.wait(mutex_);
  seen = checkpoints_seen_;
  return !stopping_;
}

bool WitnessPusher::wait_for_retry(const Line& line) {
  const MutexLock lock(mutex_);
  const auto end = Clock::now() + push_delay(states_[line.index].failures_in_row, random_);
  while (!stopping_ && changed_.wait_until(mutex_, end)) continue;
  return !stopping_;
}

// Returns false if the push is to be repeated, with the checkpoint that is the newest by then.
bool WitnessPusher::push(Line& line) {
  const SignedCheckpoint newest = keeper_.latest();
  if (newest.note.empty()) return true;  // no checkpoint yet: wait for the first
  PushOutcome outcome = line.push.push(newest);
  {
    const MutexLock lock(mutex_);
    if (stopping_) return true;
  }
  const std::string& name = line.name;
  if (auto* cosigned = std::get_if<Cosigned>(&outcome)) {
    took(line, std::move(*cosigned), newest.size);
    return true;
  }
  if (auto* conflict = std::get_if<WitnessConflict>(&outcome)) {
    failed(line,
           {WitnessNotice::Kind::Conflict,
            name,
            std::move(conflict->why),
            conflict->witness_size,
            conflict->our_size});
    return false;
  }
  failed(line, {WitnessNotice::Kind::Failing, name, std::move(std::get<PushFailed>(outcome).why)});
  return false;
}

void WitnessPusher::took(Line& line, Cosigned cosigned, std::uint64_t size) {
  const std::string& name = line.name;
  if (auto error = keeper_.add_cosignature(cosigned.text, std::move(cosigned.signature))) {
    tell_({WitnessNotice::Kind::NotDurable, name, *std::move(error)});
  }
  bool recovered = false;
  {
    const MutexLock lock(mutex_);
    State& state = states_[line.index];
    recovered = state.failures_in_row > 0;
    ++state.cosigned;
    state.failures_in_row = 0;
    state.in_conflict = false;
    state.cosigned_size = size;
    state.cosigned_at_s = cosigned.at_s;
  }
  changed_.notify_all();
  if (recovered) tell_({WitnessNotice::Kind::Recovered, name, ""});
}

void WitnessPusher::failed(Line& line, WitnessNotice notice) {
  const bool conflict = notice.kind == WitnessNotice::Kind::Conflict;
  bool begins = false;
  {
    const MutexLock lock(mutex_);
    State& state = states_[line.index];
    begins = conflict ? !state.in_conflict : state.failures_in_row == 0;
    ++state.failures;
    ++state.failures_in_row;
    // A conflict stays until the witness cosigns: that it does not answer now does not end it.
    state.in_conflict = state.in_conflict || conflict;
  }
  changed_.notify_all();
  if (begins) tell_(notice);
}

std::vector<WitnessPusher::State> WitnessPusher::states() const {
  const MutexLock lock(mutex_);
  return states_;
}

bool WitnessPusher::all_have(std::uint64_t size) const {
  return std::ranges::all_of(states_, [&](const State& state) {
    return state.failures_in_row > 0 || (state.cosigned > 0 && state.cosigned_size >= size);
  });
}

SignedCheckpoint WitnessPusher::cosigned(std::chrono::milliseconds patience) const {
  const Clock::time_point deadline = Clock::now() + patience;
  for (;;) {
    const std::uint64_t size = keeper_.latest().size;
    {
      const MutexLock lock(mutex_);
      while (!stopping_ && !all_have(size) && changed_.wait_until(mutex_, deadline)) continue;
      if (stopping_ || !all_have(size)) break;
    }
    // A larger checkpoint may have been signed during the wait.
    if (SignedCheckpoint newest = keeper_.latest(); newest.size == size) return newest;
  }
  return keeper_.latest();
}

void WitnessPusher::write(PrometheusText& page) const {
  const std::vector<State> all = states();
  const auto family = [&](std::string_view name,
                          PrometheusText::Kind kind,
                          std::string_view help,
                          auto&& value_of) {
    page.family(name, kind, help);
    for (const State& state : all) {
      page.sample(value_of(state), {"witness", state.key.name()});
    }
  };
  using enum PrometheusText::Kind;
  family("countersign_witness_conflict",
         Gauge,
         "1 since the witness was found to have cosigned another history of this log.",
         [](const State& state) -> std::uint64_t { return state.in_conflict ? 1 : 0; });
  family("countersign_witness_cosignatures_total",
         Counter,
         "Cosignatures taken from the witness.",
         [](const State& state) { return state.cosigned; });
  family("countersign_witness_failures_total",
         Counter,
         "Times that the witness was asked and gave no good cosignature.",
         [](const State& state) { return state.failures; });
  family("countersign_witness_cosigned_size",
         Gauge,
         "Events that the newest cosigned checkpoint covers, since the start.",
         [](const State& state) { return state.cosigned_size; });
  family("countersign_witness_cosigned_timestamp_seconds",
         Gauge,
         "Unix time of the newest cosignature, as the witness says; 0 before the first.",
         [](const State& state) { return state.cosigned_at_s; });
}

}  // namespace countersign::http
