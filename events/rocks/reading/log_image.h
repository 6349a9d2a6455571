#pragma once
#include <filesystem>
#include <memory>
#include <string>

#include "core/result.h"
#include "events/event_log.h"
#include "events/record/anchor.h"

namespace rocksdb {
class Env;
}

namespace countersign {

// Opens the log of a copy for reading, with the checks of EventLog::open(). `env` gives access to
// the files of the copy and must outlive the log. The copy must hold the anchored event.
Result<std::unique_ptr<EventLog>, std::string> open_log_image(const std::filesystem::path& folder,
                                                              rocksdb::Env& env,
                                                              const Anchor& anchor);

}  // namespace countersign
