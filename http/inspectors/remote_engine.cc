#include "http/inspectors/remote_engine.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "core/check.h"
#include "core/inspection/match_levels.h"

namespace countersign::http {

using remote::RemoteConversation;

namespace {

// The maximum of threads that wait for a place: they come from pools that have limits.
constexpr std::size_t kWaitingForPlaceMax = 1 << 20;
// Between two looks for a place at an inspector that a submission has not tried yet.
constexpr std::chrono::milliseconds kPauseForPlace{20};

std::chrono::milliseconds left_until(SteadyTime deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - steady_now());
  return std::max(left, std::chrono::milliseconds(0));
}

}  // namespace

// A place for the client's submission at the inspector with the largest share of free places, of
// those that were not tried.
class RemoteEngine::Place {
 public:
  Place(const RemoteEngine& engine, const ClientKey& client, const Tried& tried, SteadyTime end)
      : engine_(engine), client_(client) {
    if (!engine_.places_.take(client_, left_until(end))) return;
    host_ = engine_.freest_but(tried);
    if (host_ == nullptr) engine_.places_.give_back(client_);
  }
  ~Place() {
    if (host_ == nullptr) return;
    host_->give_back_place();
    engine_.places_.give_back(client_);
  }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  RemoteHost* host() const { return host_; }

 private:
  const RemoteEngine& engine_;
  const ClientKey client_;
  RemoteHost* host_ = nullptr;
};

RemoteEngine::RemoteEngine(RemoteEngineSettings settings,
                           const InspectorDialer& dialer,
                           const Engine* fallback,
                           Tell tell,
                           SteadyNow now)
    : settings_(std::move(settings)),
      fallback_(fallback),
      places_(1,
              {.each_client = kWaitingForPlaceMax, .all = kWaitingForPlaceMax},
              FairPermits::Shared::HalfForOthers) {
  check(!settings_.addresses.empty(), "an engine of other machines has at least one address");
  for (const std::string& address : settings_.addresses) {
    hosts_.push_back(std::make_unique<RemoteHost>(
        address, settings_.host, dialer, tell, [this] { fit_places(); }, now));
  }
  fit_places();
}

RemoteEngine::~RemoteEngine() { stop(); }

void RemoteEngine::look() {
  for (const auto& host : hosts_) host->look();
}

void RemoteEngine::watch() {
  for (const auto& host : hosts_) {
    watching_.emplace_back([this, watched = host.get()] {
      do watched->look();
      while (stop_.sleep_for(settings_.look_every));
    });
  }
}

void RemoteEngine::stop() {
  stop_.ask();
  places_.stop();
  for (std::thread& thread : watching_) thread.join();
  watching_.clear();
}

std::size_t RemoteEngine::places_ready() const {
  std::size_t places = 0;
  for (const auto& host : hosts_) places += host->places();
  return places;
}

void RemoteEngine::fit_places() const {
  const MutexLock lock(fitting_);
  places_.resize(std::min(places_ready(), settings_.places_max));
}

bool RemoteEngine::can_judge() const { return fallback_ != nullptr || places_ready() > 0; }

// An inspector that loses submissions is always free, so it comes after those that judge. Another
// thread may take the last place meanwhile, and then the next best is looked for.
RemoteHost* RemoteEngine::freest_but(const Tried& tried) const {
  for (;;) {
    RemoteHost* freest = nullptr;
    std::pair<bool, std::uint32_t> best;  // not avoided, and the share that is free
    for (const auto& host : hosts_) {
      const auto free = tried.contains(host.get()) ? std::nullopt : host->free_milli();
      if (!free) continue;
      const std::pair<bool, std::uint32_t> offers(!host->is_avoided(), *free);
      if (freest != nullptr && offers <= best) continue;
      freest = host.get();
      best = offers;
    }
    if (freest == nullptr || freest->take_place()) return freest;
  }
}

template <class Found, class Local>
Result<Found, InspectionFailure> RemoteEngine::judge_here(const Local& local) const {
  if (stop_.asked()) return InspectionFailure::Stopping;
  if (fallback_ == nullptr) return InspectionFailure::Busy;
  ++fallbacks_;
  return local(*fallback_);
}

template <class Found, class Call, class Local>
Result<Found, InspectionFailure> RemoteEngine::judge(const ClientKey& client,
                                                     const Call& call,
                                                     const Local& local) const {
  const SteadyTime deadline = steady_now() + settings_.deadline;
  const RemoteConversation::Limits limits{.max_pixels = settings_.host.ours.max_pixels,
                                          .image_max_bytes = settings_.host.ours.image_max_bytes,
                                          .answer = settings_.answer,
                                          .deadline = deadline};
  Tried tried;
  bool was_busy = false;
  while (steady_now() < deadline) {
    const bool none_left = std::ranges::all_of(hosts_, [&](const auto& host) {
      return tried.contains(host.get()) || host->places() == 0;
    });
    if (none_left) {
      if (was_busy) break;
      return judge_here<Found>(local);
    }
    const Place place(*this, client, tried, deadline);
    if (stop_.asked()) return InspectionFailure::Stopping;
    RemoteHost* const host = place.host();
    if (host == nullptr) {  // the inspectors that are left have no place yet
      if (!stop_.sleep_for(kPauseForPlace)) return InspectionFailure::Stopping;
      continue;
    }
    if (!tried.empty()) ++retries_;
    tried.insert(host);
    auto connection = host->connect(deadline);
    if (!connection) continue;
    RemoteConversation conversation(*connection->peer.stream, limits);
    Result<Found, InspectionFailure> found = call(conversation);
    const auto lost = conversation.lost();
    host->ended(std::move(*connection), conversation);
    if (lost == RemoteConversation::Lost::No) {
      if constexpr (std::is_base_of_v<Evaluation, Found>) {
        if (found) found->engine = settings_.host.ours.capabilities.engine;
      }
      return found;
    }
    was_busy = was_busy || lost == RemoteConversation::Lost::Busy;
  }
  if (was_busy || tried.empty()) {
    return stop_.asked() ? InspectionFailure::Stopping : InspectionFailure::Busy;
  }
  return judge_here<Found>(local);  // the time went by with inspectors that were lost
}

Result<DocumentEvaluation, InspectionFailure> RemoteEngine::evaluate_document(
    const DocumentRequest& request) const {
  return judge<DocumentEvaluation>(
      request.client,
      [&](RemoteConversation& by) { return confined::evaluate_document_by(by, request); },
      [&](const Engine& engine) { return engine.evaluate_document(request); });
}

Result<LivenessEvaluation, InspectionFailure> RemoteEngine::evaluate_liveness(
    const LivenessRequest& request) const {
  return judge<LivenessEvaluation>(
      request.client,
      [&](RemoteConversation& by) { return confined::evaluate_liveness_by(by, request); },
      [&](const Engine& engine) { return engine.evaluate_liveness(request); });
}

Result<MatchEvaluation, InspectionFailure> RemoteEngine::match_faces(
    const MatchRequest& request) const {
  if (!capabilities().face_match) {
    MatchEvaluation none = not_compared({Check::FaceMatch});
    none.engine = capabilities().engine;
    return none;
  }
  return judge<MatchEvaluation>(
      request.client,
      [&](RemoteConversation& by) { return confined::match_faces_by(by, request); },
      [&](const Engine& engine) { return engine.match_faces(request); });
}

Result<PresentationEvaluation, InspectionFailure> RemoteEngine::judge_presentation(
    const PresentationRequest& request) const {
  return judge<PresentationEvaluation>(
      request.client,
      [&](RemoteConversation& by) { return confined::judge_presentation_by(by, request); },
      [&](const Engine& engine) { return engine.judge_presentation(request); });
}

Result<DataEvaluation, InspectionFailure> RemoteEngine::compare_data(
    const DataRequest& request) const {
  if (!capabilities().reads_print) {
    DataEvaluation none;
    none.engine = capabilities().engine;
    return none;
  }
  return judge<DataEvaluation>(
      request.client,
      [&](RemoteConversation& by) { return confined::compare_data_by(by, request); },
      [&](const Engine& engine) { return engine.compare_data(request); });
}

Result<std::optional<Rendering>, InspectionFailure> RemoteEngine::render(
    const RenderingRequest& request) const {
  return judge<std::optional<Rendering>>(
      request.client,
      [&](RemoteConversation& by) { return confined::render_by(by, request); },
      [&](const Engine& engine) { return engine.render(request); });
}

}  // namespace countersign::http
