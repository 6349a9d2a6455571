#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "core/event/stored_file.h"
#include "core/ids.h"
#include "core/inspection/engine.h"
#include "core/result.h"
#include "events/vault/files/file_writer.h"
#include "events/vault/session_key.h"
#include "projections/folder/data_folder.h"

namespace countersign::http {

// Reads an image of a form that was just received back from the vault. Blocks.
Result<std::string, InspectionFailure> load(const FileWriter& bytes,
                                            const StoredFile& file,
                                            std::uint64_t limit_bytes);

// Adds the facts that the engine has found out about the image.
void add_facts(StoredFile& file, const ImageFacts& facts);

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
