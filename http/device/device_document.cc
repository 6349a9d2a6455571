// POST /api/sdk/document: the image of one side of a document.
#include <algorithm>
#include <array>

#include "http/answers/answer_json.h"
#include "http/device/device_handlers.h"
#include "http/device/step_submission.h"
#include "http/device/stored_image.h"
#include "http/sealed/sealed_values.h"

namespace countersign::http {
namespace {

constexpr std::array<std::string_view, 3> kDocumentTexts = {"nonce", "documentType", "side"};

UploadForm document_form(const ServiceSettings& settings) {
  return {.file_part = "image",
          .max_files = 1,
          .max_file_bytes = settings.max_document_bytes,
          .max_pixels = settings.max_pixels,
          .max_request_bytes = std::min(settings.max_request_bytes,
                                        settings.max_document_bytes + Upload::kFormOverheadBytes),
          .text_parts = kDocumentTexts};
}

Problem unknown_value(std::string_view field) {
  return {.code = ProblemCode::InvalidParameter,
          .detail = "The value is not one of the documented values of this part.",
          .field = std::string(field)};
}

// An empty part counts as absent.
Result<DeclaredDocument, Problem> declared_document(const ReceivedForm& form) {
  DeclaredDocument document;
  if (const auto text = form.text("side"); text && !text->empty()) {
    const auto side = parse_name_ignoring_case<Side>(*text);
    if (!side) return unknown_value("side");
    document.side = *side;
  }
  if (const auto text = form.text("documentType"); text && !text->empty()) {
    document.type = parse_name_ignoring_case<DocumentType>(*text);
    if (!document.type) return unknown_value("documentType");
  }
  return document;
}

void add_document_meaning(const DeclaredDocument& document, RequestDigest& digest) {
  digest.add("document").add(name_of(document.side));
  digest.add(document.type ? name_of(*document.type) : "");
}

SessionCommand document_command(const Attempt& attempt) {
  SubmitDocument submit{.at = attempt.at,
                        .nonce = attempt.nonce,
                        .side = attempt.declared.side,
                        .document_type = attempt.declared.type,
                        .findings = attempt.findings,
                        .by = attempt.by};
  if (!attempt.files.empty()) submit.file = attempt.files.front();
  return submit;
}

// The back of a card is compared with its front.
ImageLoader front_loader(const Inspection& inspection) {
  if (inspection.attempt.declared.side != Side::Back) return {};
  const auto& files = inspection.session.files;
  const auto front = std::ranges::find(files, std::optional(Side::Front), &StoredFile::side);
  if (front == files.end()) return {};
  return [&inspection, &file = *front] { return inspection.stored(file); };
}

// A bar code without a zone on the other side does not displace the values that a session keeps.
std::optional<ReadValues> values_to_keep(DocumentEvaluation& found, const Session& session) {
  ReadValues values{std::move(found.mrz), std::move(found.barcode), std::move(found.printed)};
  if (!values.has_any() || (!values.zone && session.sealed_values)) return std::nullopt;
  return values;
}

Result<Inspected, InspectionFailure> inspect_document(const Inspection& inspection) {
  const auto image = load(
      inspection.bytes, inspection.attempt.files.front(), inspection.settings.max_document_bytes);
  if (!image) return image.error();
  const DeclaredDocument& document = inspection.attempt.declared;
  auto found = inspection.engine->evaluate_document(
      {.image = *image,
       .side = document.side,
       .type = document.type ? document.type : inspection.session.document_type,
       .now = inspection.now,
       .thresholds = inspection.thresholds,
       .mrz_values = inspection.client.policy.mrz_values,
       .load_front = front_loader(inspection),
       .client = inspection.client.key});
  if (!found) return found.error();
  const bool good = found->accepted();
  check(!good || found->image.has_value(), "an accepted document image was decoded");
  return Inspected{.good = good,
                   .images = {found->image},
                   .findings = findings_of(*found),
                   .values = values_to_keep(*found, inspection.session)};
}

constexpr StepKind kDocumentStep{Step::Document,
                                 document_form,
                                 declared_document,
                                 add_document_meaning,
                                 document_command,
                                 inspect_document};

}  // namespace

std::shared_ptr<BodySink> submit_document(DeviceService& service,
                                          const CallPtr& call,
                                          const DeviceSession& device) {
  return begin_submission(service, kDocumentStep, call, device);
}

Result<std::string, StoreError> outcome_again(const RepeatService&,
                                              std::string_view,
                                              const RecordedEvent& last) {
  auto outcome = outcome_json(last.event);
  if (!outcome) return StoreError::Corrupt;
  return *std::move(outcome);
}

}  // namespace countersign::http
