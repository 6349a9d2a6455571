#include "http/describe/caller_of.h"

#include <variant>

namespace countersign::http {
namespace {

struct CallerOf {
  Caller operator()(OpenHandler) const {
    return {.described = "For everyone, without credentials.",
            .problems = {ProblemCode::MethodNotAllowed}};
  }
  Caller operator()(PageHandler) const { return {.described = "For browsers."}; }
  Caller operator()(CreateHandler) const {
    using enum ProblemCode;
    return {.described = "For the backend, with its credentials in the body.",
            .problems = {InvalidJson,
                         ClientMissing,
                         ClientAuthFailed,
                         UnknownPurpose,
                         InvalidParameter,
                         ScopeDenied,
                         QuotaExceeded,
                         PayloadTooLarge,
                         UnsupportedMediaType,
                         RateLimited,
                         Internal,
                         Unavailable}};
  }
  Caller operator()(ClientHandler) const { return owner(); }
  Caller operator()(const ClientJsonHandler&) const {
    using enum ProblemCode;
    Caller caller = owner();
    caller.problems |= {InvalidJson, InvalidParameter, PayloadTooLarge, UnsupportedMediaType};
    return caller;
  }
  Caller operator()(AuditorHandler) const {
    Caller caller = owner();
    caller.described = "For the backend of a client with the role `auditor`, with its credentials.";
    caller.role = "auditor";
    caller.problems |= {ProblemCode::Forbidden};
    return caller;
  }
  Caller operator()(SessionHandler) const { return owner(); }
  Caller operator()(const SessionJsonHandler&) const {
    using enum ProblemCode;
    Caller caller = owner();
    caller.problems |= {InvalidJson, InvalidParameter, PayloadTooLarge, UnsupportedMediaType};
    return caller;
  }
  Caller operator()(DownloadHandler) const { return owner(); }
  Caller operator()(CodeHandler) const {
    using enum ProblemCode;
    return {.described = "For the device, with a code in the body and no other credential.",
            .problems = {InvalidJson,
                         InvalidParameter,
                         SessionInvalid,
                         OriginNotAllowed,
                         PayloadTooLarge,
                         UnsupportedMediaType,
                         RateLimited,
                         Internal,
                         Unavailable}};
  }
  Caller operator()(DeviceHandler) const { return device(); }
  Caller operator()(UploadHandler) const {
    using enum ProblemCode;
    Caller caller = device();
    caller.multipart = true;
    caller.problems |= {InvalidMultipart,
                        MissingPart,
                        InvalidParameter,
                        ChallengeInvalid,
                        StepOutOfSequence,
                        AttemptsExhausted,
                        PayloadTooLarge,
                        UnsupportedMediaType};
    return caller;
  }
  Caller operator()(const FinalizeHandler&) const {
    Caller caller = device();
    caller.problems |= {ProblemCode::StepOutOfSequence};
    return caller;
  }
  Caller operator()(const DeviceJsonHandler&) const {
    using enum ProblemCode;
    Caller caller = device();
    caller.problems |= {InvalidJson, InvalidParameter, PayloadTooLarge, UnsupportedMediaType};
    return caller;
  }
  Caller operator()(AdminHandler) const { return {.described = "For operators."}; }
  Caller operator()(const ReviewHandler&) const { return {.described = "For reviewers."}; }

  static Caller owner() {
    using enum ProblemCode;
    return {.described = "For the backend, with its credentials.",
            .security = {"clientKey", "clientSecret"},
            .problems = {NotFound, RateLimited, Internal, Unavailable}};
  }
  static Caller device() {
    using enum ProblemCode;
    return {.described = "For the device, with the session token.",
            .security = {"sessionToken"},
            .problems = {SessionInvalid, OriginNotAllowed, RateLimited, Internal, Unavailable}};
  }
};

}  // namespace

Caller caller_of(const Endpoint& row) {
  Caller caller = std::visit(CallerOf{}, row.handler);
  const bool is_device = caller.security == CallerOf::device().security;
  if (is_device && !row.after_handoff) caller.problems |= {ProblemCode::HandedOff};
  return caller;
}

}  // namespace countersign::http
