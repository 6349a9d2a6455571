#include "tools/verify/export_findings.h"

#include "core/text/base64url.h"
#include "core/text/json_writer.h"
#include "events/tlog/note/cosignature.h"

namespace countersign {

std::string verdict_json(const ExportFindings& verdict) {
  JsonWriter json;
  json.begin_object()
      .member("ok", verdict.ok())
      .member("events", verdict.events)
      .member("size", verdict.size)
      .key("root");
  if (verdict.root) {
    json.text(to_base64(ByteView(*verdict.root)));
  } else {
    json.null();
  }
  json.member("origin", verdict.origin)
      .member("keysFrom", verdict.keys_from)
      .key("cosignatures")
      .begin_array();
  for (const ExportCosignature& cosignature : verdict.cosignatures) {
    json.begin_object()
        .member("witness", cosignature.witness)
        .member("at", to_string(tlog::utc_of(cosignature.at_s)))
        .end_object();
  }
  json.end_array()
      .key("decisions")
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
      .member("receipts", verdict.receipts)
      .key("firstError");
  if (!verdict.first_error) return json.null().end_object().take();
  json.begin_object().key("sequence");
  if (verdict.first_error->sequence) {
    json.number(verdict.first_error->sequence->value());
  } else {
    json.null();
  }
  return json.member("file", verdict.first_error->file)
      .member("why", verdict.first_error->why)
      .end_object()
      .end_object()
      .take();
}

}  // namespace countersign
