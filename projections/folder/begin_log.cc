#include "projections/folder/begin_log.h"

#include <fmt/format.h>

namespace countersign {

std::optional<std::string> begin_log(std::string_view version,
                                     const EventStore& log,
                                     Writer& writer,
                                     const Clock& clock) {
  if (version.empty() || log.head().sequence != Sequence(0)) return std::nullopt;
  const Outcome outcome = writer.submit_and_wait({log_stream(),
                                                  BeginLog{clock.now(), std::string(version)},
                                                  {ActorKind::Sweep, {}},
                                                  RequestId()});
  const auto* error = std::get_if<StoreError>(&outcome);
  if (error == nullptr) return std::nullopt;
  return fmt::format("the log cannot be begun: {}", describe(*error));
}

}  // namespace countersign
