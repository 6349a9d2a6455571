#include "http/operator/operator_service.h"

#include <fmt/format.h>

#include <utility>

#include "core/machine/threads/background.h"
#include "http/caller/run_later.h"

namespace countersign::http {
namespace {

constexpr std::string_view kNoRoom =
    "Too many calls of this operation are in progress; try again later.";

Problem runs_already(const WorkInPlace& running) {
  return {.code = ProblemCode::Conflict,
          .detail = fmt::format(
              "The server runs one of this kind at a time, and runs `{}` for {} since {}. It ends "
              "when it is done, or when whoever asked for it leaves; try again then.",
              running.operation,
              running.actor,
              to_string(running.since))};
}

// Others wait for the locks of the keys that a rotation takes, so it does not step back.
bool steps_back(LongWork work) { return work != LongWork::KeyRotation; }

void step_back() {
  // Every job of the pool is long work.
  thread_local const bool is_lowest = (go_to_background(Background::Lowest), true);
  (void)is_lowest;
}

}  // namespace

void answer_on_operator_threads(OperatorService& service,
                                const CallPtr& call,
                                std::function<void()> answer) {
  const ClientKey line{std::string(call->operation())};
  run_later(service.threads, line, call, kNoRoom, std::move(answer));
}

void answer_with_long_work(OperatorService& service,
                           const CallPtr& call,
                           const OperatorPeer& peer,
                           LongWork work,
                           std::function<void(WorkPlaces::Place& place)> answer) {
  const std::string operation(call->operation());
  auto place = service.places.take(work, {operation, actor_of(peer), service.data.clock().now()});
  if (!place) return call->refuse(runs_already(place.error()));
  const bool back = steps_back(work);
  run_later(back ? service.long_work : service.threads,
            ClientKey(operation),
            call,
            kNoRoom,
            [back, place = *std::move(place), answer = std::move(answer)] {
              if (back) step_back();
              answer(*place);
            });
}

GivenUp given_up_with(const OperatorService& service, const CallPtr& call) {
  return GivenUp([&draining = service.draining, call] { return draining || call->client_gone(); });
}

std::string actor_of(const OperatorPeer& peer) { return "uid:" + std::to_string(peer.uid); }

}  // namespace countersign::http
