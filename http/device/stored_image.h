#pragma once
#include <functional>
#include <optional>
#include <string>

#include "core/event/stored_file.h"
#include "core/ids.h"
#include "events/vault/session_key.h"
#include "projections/folder/data_folder.h"

namespace countersign::http {

// Reads an accepted image of a session from the vault, and decrypts it. Returns nullopt if it
// cannot be read, or is not what the log says. Blocks.
std::optional<std::string> stored_image(DataFolder& data,
                                        const SessionId& session,
                                        const SessionKey& key,
                                        const StoredFile& file);

// The same for any image of a session. The data folder and the session's id must outlive the
// result.
std::function<std::optional<std::string>(const StoredFile& file)> stored_images(
    DataFolder& data, const SessionId& session);

}  // namespace countersign::http
