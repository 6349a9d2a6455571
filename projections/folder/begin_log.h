#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/utc_time.h"
#include "events/event_store.h"
#include "events/writer/writer.h"

namespace countersign {

// Records in an empty log, as its first event, which version of the program begins the log. Does
// nothing if the log has events or `version` is empty. Called at the end of each open, after
// MASTER-KEY-ID was written, because a folder that has events without that file is refused; so a
// crash between the two leaves an empty log, which the next open begins. Returns a sentence for the
// operator, with the data folder's name, if the event cannot be written: no other event may become
// the first.
//
// REQUIRES: nobody else uses the writer yet.
std::optional<std::string> begin_log(std::string_view version,
                                     const std::filesystem::path& folder,
                                     const EventStore& log,
                                     Writer& writer,
                                     const Clock& clock);

}  // namespace countersign
