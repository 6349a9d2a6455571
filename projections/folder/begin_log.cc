#include "projections/folder/begin_log.h"

#include <fmt/format.h>

namespace countersign {

std::optional<std::string> begin_log(std::string_view version,
                                     const std::filesystem::path& folder,
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
  if (*error == StoreError::Full) {
    return fmt::format(
        "the log in {0} cannot be begun: {1}; free some on the disk of {0}, or lower "
        "--reserve-bytes, of which a quarter must be free",
        (folder / "log").string(),
        describe(*error));
  }
  return fmt::format(
      "the log in {} cannot be begun: {}", (folder / "log").string(), describe(*error));
}

}  // namespace countersign
