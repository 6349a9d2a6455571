// Operations on the log itself: showing, exporting and verifying it.
#include <algorithm>
#include <chrono>
#include <span>
#include <utility>

#include "core/text/json_writer.h"
#include "events/audit/live_log.h"
#include "events/tlog/note/cosignature.h"
#include "http/call/machine_problem.h"
#include "http/operator/operation_input.h"
#include "http/operator/operation_list.h"
#include "http/witness/witness_pusher.h"

namespace countersign::http {
namespace {

constexpr std::uint64_t kTailDefault = 100;
constexpr std::uint64_t kTailMax = 1000;
constexpr std::size_t kExportChunkBytes = 256 * 1024;
constexpr std::chrono::seconds kWitnessPatience{5};

// Appends the time at which each witness cosigned the note.
void append_witnesses(JsonWriter& json, const WitnessPusher& witnesses, const std::string& note) {
  const auto parsed = tlog::parse_note(note);
  for (const WitnessPusher::State& witness : witnesses.states()) {
    json.begin_object().member("vkey", witness.key.to_text()).key("cosignedAt");
    const auto cosigned = verify_note(*parsed, std::span(&witness.key, 1));
    if (cosigned) {
      json.text(to_string(tlog::utc_of(*cosigned->front().cosigned_at_s)));
    } else {
      json.null();
    }
    json.end_object();
  }
}

}  // namespace

Result<TailQuery, Problem> parse_tail_query(std::string_view input) {
  OperationInput in(input);
  TailQuery query;
  query.after = Sequence(in.number("after").value_or(0));
  query.limit = in.number("limit", kTailMax).value_or(kTailDefault);
  query.last = in.number("last", kTailMax);
  query.wait_seconds = in.number("wait", kTailWaitMaxSeconds).value_or(0);
  if (const auto problem = in.problem()) return *problem;
  return query;
}

Result<TailPage, Problem> read_tail(const EventLog& log, const TailQuery& query) {
  TailPage page{.events = {}, .next = query.after, .head = log.head().sequence};
  if (query.last) {
    const std::uint64_t head = page.head.value();
    page.next = std::max(page.next, Sequence(head - std::min(head, *query.last)));
  }
  if (page.next >= page.head || query.limit == 0) return page;
  const auto read = log.read(Sequence(page.next.value() + 1), [&](const StoredEvent& event) {
    page.events.push_back(event);
    return page.events.size() < query.limit;
  });
  if (!read) return problem_of(read.error());
  if (!page.events.empty()) page.next = page.events.back().recorded.sequence;
  return page;
}

std::string tail_json(const TailPage& page) {
  JsonWriter json;
  json.begin_object().key("events").begin_array();
  append_events(json, page.events);
  return json.end_array()
      .member("next", page.next.value())
      .member("head", page.head.value())
      .end_object()
      .take();
}

OperationResult tail_log(const OperationContext& context, std::string_view input) {
  const auto query = parse_tail_query(input);
  if (!query) return query.error();
  const auto page = read_tail(context.data.log(), *query);
  if (!page) return page.error();
  return tail_json(*page);
}

OperationResult sign_checkpoint(const OperationContext& context, std::string_view input) {
  OperationInput in(input);
  if (const auto problem = in.problem()) return *problem;
  CheckpointKeeper* const keeper = context.data.checkpoints();
  if (keeper == nullptr) return unavailable("The log was opened without its signing key.");
  auto checkpoint = keeper->covering(context.data.log().head().sequence);
  if (!checkpoint) return unavailable(checkpoint.error());
  if (context.witnesses != nullptr) checkpoint = context.witnesses->cosigned(kWitnessPatience);
  JsonWriter json;
  json.begin_object()
      .member("size", checkpoint->size)
      .member("note", checkpoint->note)
      .member("vkey", keeper->verifier().to_text())
      .key("witnesses")
      .begin_array();
  if (context.witnesses != nullptr) append_witnesses(json, *context.witnesses, checkpoint->note);
  return json.end_array().end_object().take();
}

OperationResult verify_log(const OperationContext& context, std::string_view input) {
  OperationInput in(input);
  if (const auto problem = in.problem()) return *problem;
  const auto audit = audit_live_log(context.data.log(), context.stopping);
  if (!audit) return problem_of(audit.error());
  JsonWriter json;
  json.begin_object()
      .member("ok", !audit->fault.has_value())
      .member("events", audit->events)
      .member("head", audit->head.sequence.value())
      .member("headLeaf", audit->head.leaf)
      .key("firstError");
  if (audit->fault) {
    json.begin_object()
        .member("sequence", audit->fault->sequence.value())
        .member("why", audit->fault->why)
        .end_object();
  } else {
    json.null();
  }
  return json.end_object().take();
}

Result<ExportRange, Problem> parse_export_range(std::string_view input) {
  OperationInput in(input);
  ExportRange range;
  range.first = Sequence(std::max<std::uint64_t>(1, in.number("first").value_or(1)));
  range.last = Sequence(in.number("last").value_or(0));
  if (const auto problem = in.problem()) return *problem;
  return range;
}

Result<Sequence, Problem> export_log(const DataFolder& data,
                                     const ExportRange& range,
                                     const ExportSink& sink) {
  const Sequence head = data.log().head().sequence;
  const Sequence last = range.last.value() == 0 ? head : std::min(range.last, head);
  Sequence sent(range.first.value() - 1);
  if (range.first > last) return sent;

  std::string lines;
  Sequence gathered = sent;
  const auto flush = [&] {
    const bool taken = lines.empty() || sink(lines);
    if (taken) sent = gathered;
    lines.clear();
    return taken;
  };
  bool wanted = true;
  const auto read = data.log().read_bytes(range.first, [&](Sequence event, std::string_view bytes) {
    lines.append(bytes).push_back('\n');
    gathered = event;
    if (lines.size() >= kExportChunkBytes) wanted = flush();
    return wanted && gathered < last;
  });
  if (!read) return problem_of(read.error());
  if (wanted) flush();
  return sent;
}

}  // namespace countersign::http
