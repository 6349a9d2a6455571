#pragma once
#include "http/external/external_engine.h"
#include "tools/machine/operator_log.h"

namespace countersign {

// Writes the external engine's name and offer into the operator's log, and when the server stops
// asking the engine. Does not write requests.
inline void write_engine_notice(OperatorLog& operator_log, const http::EngineNotice& notice) {
  using enum http::EngineNotice::Kind;
  switch (notice.kind) {
    case Answers: {
      const auto yes_or_no = [](bool offered) { return offered ? "yes" : "no"; };
      operator_log.info("engine: answers: its checks are performed",
                        {{"engine", notice.description->engine.name},
                         {"version", notice.description->engine.version},
                         {"match", yes_or_no(notice.description->offer.face_match)},
                         {"liveness", yes_or_no(notice.description->offer.liveness)}});
      return;
    }
    case NoAnswer:
      operator_log.warn("engine: does not describe what it can do: its checks are not performed",
                        {{"why", notice.why}});
      return;
    case BreakerOpen:
      operator_log.warn("engine: circuit breaker opened: its checks are not performed",
                        {{"why", notice.why}});
      return;
    case BreakerClosed:
      operator_log.info("engine: circuit breaker closed: its checks are performed");
      return;
  }
}

}  // namespace countersign
