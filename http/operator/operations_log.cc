// Operations on the log itself: showing, exporting and verifying it.
#include <algorithm>
#include <chrono>
#include <span>
#include <utility>

#include "core/text/json_writer.h"
#include "events/audit/sandbox_audit.h"
#include "events/audit/stream_audit.h"
#include "events/audit/threshold_audit.h"
#include "events/record/codec.h"
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

// Checks the log in one scan, from its first event to the head at the time of the call. At the
// first event of a stream the whole stream is read and replayed, so that memory does not grow with
// the log. A fault found in a stream may lie further on, so the first fault is known once the scan
// has reached it.
class LogAudit {
 public:
  explicit LogAudit(const EventLog& log) : log_(log), head_(log.head()) {}

  std::optional<StoreError> run() {
    std::optional<StoreError> failed;
    const auto read = log_.read(Sequence(1), [&](const StoredEvent& event) {
      if (event.recorded.sequence > head_.sequence) return false;
      check_event(event);
      if (event.recorded.version.value() == 1) failed = check_stream(event);
      last_ = event;
      ++events_;
      return !failed && !(fault_ && fault_->sequence <= event.recorded.sequence);
    });
    if (failed) return failed;
    if (!read && read.error() != StoreError::Corrupt) return read.error();
    if (fault_) return std::nullopt;
    if (!read) {
      found({Sequence(events_ + 1), "it is not there, or cannot be read"});
    } else {
      check_end();
    }
    return std::nullopt;
  }

  std::uint64_t events() const { return events_; }
  const LogHead& head() const { return head_; }
  const std::optional<AuditFault>& fault() const { return fault_; }

 private:
  void found(AuditFault fault) {
    if (!fault_ || fault.sequence < fault_->sequence) fault_ = std::move(fault);
  }

  void check_event(const StoredEvent& event) {
    const RecordedEvent& recorded = event.recorded;
    const auto wrong = [&](std::string why) { found({Sequence(events_ + 1), std::move(why)}); };
    if (recorded.sequence.value() != events_ + 1) wrong("a sequence number is missing");
    if (leaf_hash(event.bytes) != event.leaf) wrong("its bytes do not have its hash");
    if (encode(recorded) != event.bytes && !is_stored_form(event.bytes))
      wrong("its bytes are not the one form of what they say");
    if (recorded.at < last_.recorded.at) wrong("its time is before that of the event before");
    if (auto fault = sandboxes_.take(event)) found(*std::move(fault));
    if (auto fault = thresholds_.take(event)) found(*std::move(fault));
  }

  std::optional<StoreError> check_stream(const StoredEvent& first) {
    std::vector<StoredEvent> stream;
    const auto read = log_.read_stream(first.recorded.stream, [&](const StoredEvent& event) {
      if (event.recorded.sequence > head_.sequence) return false;
      stream.push_back(event);
      return true;
    });
    // If an event is corrupt, the scan itself will reach it.
    if (!read && read.error() == StoreError::Corrupt) {
      if (!unread_stream_) unread_stream_ = first.recorded.sequence;
      return std::nullopt;
    }
    if (!read) return read.error();
    if (stream.empty() || stream.front().recorded.sequence != first.recorded.sequence) {
      found({first.recorded.sequence, "its stream does not begin with it"});
      return std::nullopt;
    }
    for (const StoredEvent& event : stream) {
      if (event.recorded.stream == first.recorded.stream) continue;
      found({event.recorded.sequence, "it is listed in another stream than its own"});
    }
    in_streams_ += stream.size();
    if (auto fault = audit_stream(stream)) found(*std::move(fault));
    return std::nullopt;
  }

  void check_end() {
    if (events_ != head_.sequence.value()) {
      found({Sequence(events_ + 1), "the log ends before its head"});
    } else if (events_ > 0 && last_.leaf != head_.leaf) {
      found({head_.sequence, "the last event is not the one that the head names"});
    } else if (unread_stream_) {
      found({*unread_stream_, "the list of its stream's events cannot be read"});
    } else if (in_streams_ != events_) {
      found({head_.sequence, "an event is not listed in its stream"});
    }
  }

  const EventLog& log_;
  const LogHead head_;
  std::uint64_t events_ = 0;
  std::uint64_t in_streams_ = 0;
  std::optional<Sequence> unread_stream_;  // its first event
  StoredEvent last_;
  SandboxAudit sandboxes_;
  ThresholdAudit thresholds_;
  std::optional<AuditFault> fault_;
};

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
  LogAudit audit(context.data.log());
  if (const auto error = audit.run()) return problem_of(*error);
  JsonWriter json;
  json.begin_object()
      .member("ok", !audit.fault().has_value())
      .member("events", audit.events())
      .member("head", audit.head().sequence.value())
      .member("headLeaf", audit.head().leaf)
      .key("firstError");
  if (audit.fault()) {
    json.begin_object()
        .member("sequence", audit.fault()->sequence.value())
        .member("why", audit.fault()->why)
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
