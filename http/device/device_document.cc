// POST /api/sdk/document: the image of one side of a document.
#include <algorithm>
#include <array>

#include "http/answers/sealed_values.h"
#include "http/device/device_handlers.h"
#include "http/device/device_service.h"
#include "http/device/step_submission.h"

namespace countersign::http {
namespace {

constexpr std::array<std::string_view, 3> kTexts = {"nonce", "documentType", "side"};

Problem unknown_value(std::string_view field) {
  return {.code = ProblemCode::InvalidParameter,
          .detail = "The value is none of those that are known.",
          .field = std::string(field)};
}

class DocumentSubmission final : public StepSubmission {
 public:
  using StepSubmission::StepSubmission;

 private:
  Step step() const override { return Step::Document; }

  UploadForm form() const override {
    const ServiceSettings& settings = service().settings;
    return {.file_part = "image",
            .max_files = 1,
            .max_file_bytes = settings.max_document_bytes,
            .max_request_bytes = std::min(settings.max_request_bytes,
                                          settings.max_document_bytes + Upload::kFormOverheadBytes),
            .text_parts = kTexts};
  }

  // An empty part counts as absent.
  std::optional<Problem> read_texts() override {
    if (const auto text = received_.text("side"); text && !text->empty()) {
      const auto side = parse_name_ignoring_case<Side>(*text);
      if (!side) return unknown_value("side");
      side_ = *side;
    }
    if (const auto text = received_.text("documentType"); text && !text->empty()) {
      type_ = parse_name_ignoring_case<DocumentType>(*text);
      if (!type_) return unknown_value("documentType");
    }
    return std::nullopt;
  }

  void add_meaning(RequestDigest& digest) const override {
    digest.add("document").add(name_of(side_)).add(type_ ? name_of(*type_) : "");
  }

  SessionCommand command(UtcTime at) const override {
    SubmitDocument submit{
        .at = at, .nonce = nonce_, .side = side_, .document_type = type_, .findings = findings_};
    if (!received_.files.empty()) submit.file = stored_file(0, facts_);
    return submit;
  }

  std::optional<std::string> seal_values(const SessionKey& key) const override {
    if (!values_) return std::nullopt;
    return sealed_values(*values_, side_, key, session(), request(), service().random);
  }

  Result<bool, InspectionFailure> inspect(const Session& session) override {
    const auto client = service().data.queries().client(session.client);
    if (!client || !*client) return InspectionFailure::ImageNotLoaded;
    const auto image = load(0, service().settings.max_document_bytes);
    if (!image) return image.error();
    auto found = engine()->evaluate_document({.image = *image,
                                              .side = side_,
                                              .type = type_ ? type_ : session.document_type,
                                              .now = service().clock.now(),
                                              .thresholds = thresholds(),
                                              .mrz_values = (*client)->policy.mrz_values,
                                              .client = session.client});
    if (!found) return found.error();
    const bool good = found->accepted();
    check(!good || found->image.has_value(), "an accepted document image was decoded");
    facts_ = found->image;
    values_ = std::move(found->mrz);
    findings_ = findings_of(*std::move(found));
    return good;
  }

  Side side_ = Side::Front;
  std::optional<DocumentType> type_;
  std::optional<ImageFacts> facts_;
  std::optional<MrzValues> values_;
  Findings findings_;
};

}  // namespace

std::shared_ptr<BodySink> submit_document(DeviceService& service,
                                          const CallPtr& call,
                                          const DeviceSession& device) {
  return StepSubmission::begin(std::make_shared<DocumentSubmission>(service, call, device));
}

}  // namespace countersign::http
