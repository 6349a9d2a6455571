#pragma once
#include <string>

#include "http/witness/witness_pusher.h"
#include "tools/machine/operator_log.h"

namespace countersign {

// Writes a change of a witness's state into the operator's log. A conflict means that the history
// of this log, or of the witness, has changed, so it is an error: no message is louder.
inline void write_witness_notice(OperatorLog& operator_log, const http::WitnessNotice& notice) {
  using enum http::WitnessNotice::Kind;
  switch (notice.kind) {
    case Conflict:
      operator_log.error(
          "witness: cosigned another history of this log: it cosigns no more of this one",
          {{"witness", notice.witness},
           {"why", notice.why},
           {"witness_size", std::to_string(notice.witness_size)},
           {"our_size", std::to_string(notice.our_size)}});
      return;
    case Failing:
      operator_log.warn("witness: does not cosign: asked again later",
                        {{"witness", notice.witness}, {"why", notice.why}});
      return;
    case Recovered:
      operator_log.info("witness: cosigns again", {{"witness", notice.witness}});
      return;
    case NotDurable:
      operator_log.warn("witness: cosignature not stored: asked for again",
                        {{"witness", notice.witness}, {"why", notice.why}});
      return;
  }
}

}  // namespace countersign
