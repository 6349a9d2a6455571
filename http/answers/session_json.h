#pragma once
#include <optional>
#include <string>

#include "core/event/client_policy.h"
#include "core/session/session.h"
#include "core/utc_time.h"
#include "http/json/schema_of.h"
#include "http/sealed/sealed_values.h"

// The JSON of a session for those who may read it. Pure: the same session at the same time gives
// the same text. Every member is always present, and null if it has no value.
namespace countersign::http {

// The body of GET status: what a device needs to continue. `handed_off`: another device has taken
// the session over from this one.
// As the device with this token sees it; without a token as the device that captures.
std::string status_json(const Session& session,
                        UtcTime now,
                        const std::optional<TokenHash>& token = std::nullopt);
Schema status_schema();

// The sealed parts of a session's events that a result shows, opened.
struct OpenedParts {
  OpenedValues values{};               // of the document; only for a client with that permission
  std::optional<std::string> words{};  // of the person, with LivenessNotPossible
  std::optional<std::string> without_look{};  // of the same decision
  std::optional<std::string> note{};          // of the decision that counts, if a review is settled
  std::optional<std::string> capture_url{};   // of the session that the decision has just opened
};

// The result record that the backend reads. `kept` determines when retention will delete the files.
std::string result_json(const Session& session,
                        UtcTime now,
                        const RetentionPeriods& kept,
                        const OpenedParts& opened = {});
Schema result_schema();

// The array of stored file records, in the order of the bundle.
std::string documents_json(const Session& session);
Schema documents_schema();

// Returns when the file was stored, which is the time of the attempt that was accepted with it.
// REQUIRES: the file belongs to the session.
UtcTime stored_at(const Session& session, const StoredFile& file);

// Returns the file's name in the bundle: document-front-1-<id>.jpg, selfie-3-<id>.webp.
std::string name_of_file(const StoredFile& file);

// Returns when retention deletes the files of the session: a period after its end or, for an open
// session, after its expiry. Returns nullopt while a hold keeps the files, and after the purge.
std::optional<UtcTime> purge_time(const Session& session,
                                  UtcTime now,
                                  const RetentionPeriods& kept);

}  // namespace countersign::http
