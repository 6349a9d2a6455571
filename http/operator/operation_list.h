#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/json_writer.h"
#include "http/operator/operations.h"

// Every operation, by the file that defines it; see the table in operations.h.
namespace countersign::http {

// operations_client.cc
OperationResult add_client(const OperationContext& context, std::string_view input);
OperationResult list_clients(const OperationContext& context, std::string_view input);
OperationResult show_client(const OperationContext& context, std::string_view input);
OperationResult change_client(const OperationContext& context, std::string_view input);
OperationResult rotate_client(const OperationContext& context, std::string_view input);
OperationResult revoke_secret(const OperationContext& context, std::string_view input);
OperationResult disable_client(const OperationContext& context, std::string_view input);

// operations_session.cc
OperationResult show_session(const OperationContext& context, std::string_view input);
OperationResult set_hold(const OperationContext& context, std::string_view input);
OperationResult release_hold(const OperationContext& context, std::string_view input);
OperationResult audit_downloads(const OperationContext& context, std::string_view input);

// operations_log.cc
OperationResult tail_log(const OperationContext& context, std::string_view input);
OperationResult sign_checkpoint(const OperationContext& context, std::string_view input);
OperationResult verify_log(const OperationContext& context, std::string_view input);

// operations_thresholds.cc
OperationResult show_thresholds(const OperationContext& context, std::string_view input);

// operations_key.cc
OperationResult rotate_key(const OperationContext& context, std::string_view input);

// operations_backup.cc
OperationResult create_backup(const OperationContext& context, std::string_view input);
OperationResult back_up_keys(const OperationContext& context, std::string_view input);

// operations_views.cc
OperationResult sweep_retention(const OperationContext& context, std::string_view input);
OperationResult verify_projections(const OperationContext& context, std::string_view input);
OperationResult rebuild_projections(const OperationContext& context, std::string_view input);

// The input of "log tail", decoded.
struct TailQuery {
  Sequence after;
  std::uint64_t limit = 0;
  std::optional<std::uint64_t> last{};  // only this many last events
  std::uint64_t wait_seconds = 0;
};
struct TailPage {
  std::vector<StoredEvent> events;
  Sequence next;
  Sequence head;
};
Result<TailQuery, Problem> parse_tail_query(std::string_view input);
Result<TailPage, Problem> read_tail(const EventLog& log, const TailQuery& query);
std::string tail_json(const TailPage& page);

// Submits the command on the operator's behalf and waits until it is durable. A rejection for an
// unknown session or client becomes 404.
Result<Committed, Problem> carry_out(const OperationContext& context,
                                     StreamId stream,
                                     Command command);

// Appends the stored bytes of the events as items of a JSON array.
void append_events(JsonWriter& json, const std::vector<StoredEvent>& events);

}  // namespace countersign::http
