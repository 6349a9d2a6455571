#pragma once
#include <optional>
#include <string>

#include "core/event/client_policy.h"
#include "core/session/session.h"
#include "core/utc_time.h"

// What a session looks like to those who may see it. Pure: the same session at
// the same time is the same text, and every member is there at every moment,
// null when it has no value.
namespace countersign::http {

// Of GET status: what a device needs to go on.
std::string status_json(const Session& session, UtcTime now);

// The result record that the backend reads. `kept` tells when retention
// will delete the files. `mrz` is what a machine-readable zone says, as JSON: for who asked for it
// alone.
std::string result_json(const Session& session,
                        UtcTime now,
                        const RetentionPeriods& kept,
                        const std::optional<std::string>& mrz = std::nullopt);

// The array of stored file records, in the order of the bundle.
std::string documents_json(const Session& session);

// When the file was stored: by the attempt that was accepted with it.
// REQUIRES: a file of the session.
UtcTime stored_at(const Session& session, const StoredFile& file);

// document-front-1-<id>.jpg, selfie-3-<id>.webp: the file's name in the bundle.
std::string name_of_file(const StoredFile& file);

// When retention deletes the files of the session: a time after its end, or, of one that
// is still open, after it would expire. None while a hold keeps them, and after the purge.
std::optional<UtcTime> purge_time(const Session& session,
                                  UtcTime now,
                                  const RetentionPeriods& kept);

}  // namespace countersign::http
