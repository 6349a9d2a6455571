#include "tools/verify/export_findings.h"

#include <fmt/format.h>

#include "core/text/base64url.h"
#include "core/text/json_writer.h"
#include "events/tlog/note/cosignature.h"

namespace countersign {
namespace {

void write_root(JsonWriter& json, const std::optional<Digest>& root) {
  if (root) {
    json.text(to_base64(ByteView(*root)));
  } else {
    json.null();
  }
}

void write_time(JsonWriter& json, const std::optional<UtcTime>& at) {
  if (at) {
    json.text(to_string(*at));
  } else {
    json.null();
  }
}

void write_cosignatures(JsonWriter& json, const std::vector<ExportCosignature>& cosignatures) {
  json.key("cosignatures").begin_array();
  for (const ExportCosignature& cosignature : cosignatures) {
    json.begin_object()
        .member("witness", cosignature.witness)
        .member("at", to_string(tlog::utc_of(cosignature.at_s)))
        .end_object();
  }
  json.end_array();
}

// Ends the verdict.
std::string with_first_error(JsonWriter& json, const std::optional<LogFault>& fault) {
  json.key("firstError");
  if (!fault) return json.null().end_object().take();
  json.begin_object().key("sequence");
  if (fault->sequence) {
    json.number(fault->sequence->value());
  } else {
    json.null();
  }
  return json.member("file", fault->file)
      .member("why", fault->why)
      .end_object()
      .end_object()
      .take();
}

std::string note_of(const StateFindings& state) {
  if (state.read_before == 0) {
    return "nothing was taken over from an earlier verification";
  }
  return fmt::format(
      "events 1 to {} were verified before and are the same by their root; their bytes were not "
      "read again, so make a whole verification from time to time",
      state.read_before);
}

void append_state_of(JsonWriter& json, const StateFindings& state) {
  json.key("state").begin_object().member("goesOnBehind", state.read_before).key("begunAnew");
  if (state.begun_anew) {
    json.text("the state " + *state.begun_anew);
  } else {
    json.null();
  }
  json.member("kept", state.is_kept).member("note", note_of(state)).end_object();
}

}  // namespace

std::string verdict_json(const ExportFindings& verdict) {
  JsonWriter json;
  json.begin_object()
      .member("ok", verdict.ok())
      .member("events", verdict.events)
      .member("size", verdict.size)
      .key("root");
  write_root(json, verdict.root);
  json.member("origin", verdict.origin).member("keysFrom", verdict.keys_from);
  write_cosignatures(json, verdict.cosignatures);
  json.key("decisions")
      .begin_object()
      .member("signed", verdict.decisions.signed_by_reviewers)
      .member("unsigned", verdict.decisions.unsigned_by_reviewers)
      .member("byClients", verdict.decisions.by_clients)
      .end_object()
      .key("passkeys")
      .begin_object()
      .member("byPasskeys", verdict.decisions.passkeys.by_passkeys)
      .member("byLinks", verdict.decisions.passkeys.by_links)
      .member("byProviders", verdict.decisions.passkeys.by_providers)
      .member("unsaid", verdict.decisions.passkeys.unsaid)
      .end_object()
      .member("checkpoints", verdict.checkpoints)
      .member("receipts", verdict.receipts);
  if (verdict.state) append_state_of(json, *verdict.state);
  return with_first_error(json, verdict.first_error);
}

std::string verdict_json(const RangeFindings& verdict) {
  const ExportFindings& found = verdict.found;
  JsonWriter json;
  json.begin_object()
      .member("ok", verdict.ok())
      .member("from", verdict.from)
      .member("to", found.size)
      .member("events", found.events)
      .key("fromRoot");
  write_root(json, verdict.from_root);
  json.key("root");
  write_root(json, found.root);
  json.key("firstAt");
  write_time(json, verdict.first_at);
  json.key("lastAt");
  write_time(json, verdict.last_at);
  json.member("origin", found.origin).member("keysFrom", found.keys_from);
  write_cosignatures(json, found.cosignatures);
  json.key("streams")
      .begin_object()
      .member("begun", verdict.streams_begun)
      .member("continued", verdict.streams_continued)
      .end_object()
      .member("checkpoints", found.checkpoints)
      .member("receipts", found.receipts)
      .key("notJudged")
      .begin_array()
      .text("whether each decision follows the rules: that needs the log from its beginning")
      .text("the events before the range, and the streams that began there")
      .text("the signatures that reviewers' passkeys gave for their decisions")
      .end_array();
  return with_first_error(json, found.first_error);
}

}  // namespace countersign
