#include "http/call/json_body.h"

#include <utility>

#include "http/call/guarded.h"
#include "http/call/plain_body.h"
#include "http/wire/header_parameters.h"

namespace countersign::http {
namespace {

Problem too_large(std::uint64_t limit_bytes) {
  return {.code = ProblemCode::PayloadTooLarge, .limit_bytes = limit_bytes};
}

// Accepts a body without a Content-Type as JSON, and also the type that curl and others send for
// every body without a stated type. Refuses any other type.
bool may_be_json(const Headers& headers) {
  const auto given = headers.find("content-type");
  if (!given) return true;
  const auto type = parse_parameterized(*given);
  return type &&
         (type->value == "application/json" || type->value == "application/x-www-form-urlencoded");
}

}  // namespace

std::shared_ptr<BodySink> JsonBody::begin(const CallPtr& call,
                                          std::uint64_t limit_bytes,
                                          OnComplete on_complete) {
  if (!may_be_json(call->head().headers)) {
    call->refuse({.code = ProblemCode::UnsupportedMediaType,
                  .detail = "The Content-Type must be application/json."});
    return nullptr;
  }
  if (!admit_plain_body(call)) return nullptr;
  if (call->head().content_length.value_or(0) > limit_bytes) {
    call->refuse(too_large(limit_bytes));
    return nullptr;
  }
  return std::make_shared<JsonBody>(call, limit_bytes, std::move(on_complete));
}

JsonBody::JsonBody(CallPtr call, std::uint64_t limit_bytes, OnComplete on_complete)
    : call_(std::move(call)), limit_bytes_(limit_bytes), on_complete_(std::move(on_complete)) {}

Flow JsonBody::on_announced(std::uint64_t bytes) {
  if (bytes <= limit_bytes_ - body_.size()) return Flow::Continue;
  call_->refuse(too_large(limit_bytes_));
  return Flow::Stop;
}

Flow JsonBody::on_data(std::string_view bytes) {
  if (on_announced(bytes.size()) == Flow::Stop) return Flow::Stop;
  body_ += bytes;
  return Flow::Continue;
}

void JsonBody::on_end() {
  guarded(call_, [&] { on_complete_(std::move(body_)); });
}

void JsonBody::on_abort() {}

}  // namespace countersign::http
