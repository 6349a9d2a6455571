#include "http/witness/witness_application.h"

#include <optional>
#include <string_view>
#include <utility>
#include <variant>

namespace countersign::http {
namespace {

constexpr std::string_view kAddCheckpoint = "/add-checkpoint";
constexpr std::string_view kCheckpoint = "/checkpoint";

Response text_answer(int status, std::string body) {
  Response response;
  response.status = status;
  response.headers.add("Content-Type", "text/plain; charset=utf-8");
  response.headers.add("Cache-Control", "no-store");
  response.headers.add("X-Content-Type-Options", "nosniff");
  response.body = std::move(body);
  return response;
}

Response method_not_allowed(std::string allowed) {
  Response response = text_answer(405, "This path does not support this method.\n");
  response.headers.add("Allow", std::move(allowed));
  return response;
}

Response try_again(std::string why) {
  Response response = text_answer(503, std::move(why));
  response.headers.add("Retry-After", "1");
  return response;
}

Response too_long() { return text_answer(413, "The body is longer than a request can be.\n"); }

Response answer_to(const Witness::Refused& refused) {
  switch (refused.why) {
    case tlog::WitnessRefusal::Malformed:
      return text_answer(400, "The body is not an add-checkpoint request.\n");
    case tlog::WitnessRefusal::UnknownLog:
      return text_answer(404, "This witness does not follow the log of that origin.\n");
    case tlog::WitnessRefusal::NotSigned:
      return text_answer(403, "The checkpoint is not signed with a known key of the log.\n");
    case tlog::WitnessRefusal::OtherSize: {
      Response response = text_answer(409, std::to_string(refused.latest_size) + "\n");
      response.headers.set("Content-Type", "text/x.tlog.size");
      return response;
    }
    case tlog::WitnessRefusal::Inconsistent:
      return text_answer(
          422, "The checkpoint does not continue the one that this witness cosigned last.\n");
  }
  return text_answer(500, "");
}

// Returns the hash of `/<hash>/checkpoint`.
std::optional<std::string_view> origin_hash_in(std::string_view path) {
  if (!path.starts_with('/') || !path.ends_with(kCheckpoint)) return std::nullopt;
  path.remove_prefix(1);
  if (path.size() <= kCheckpoint.size()) return std::nullopt;
  path.remove_suffix(kCheckpoint.size());
  return path;
}

// Collects the body of one submission.
class SubmissionBody final : public BodySink {
 public:
  using Done = std::function<void(std::string body)>;

  SubmissionBody(std::shared_ptr<Exchange> exchange, Done done)
      : exchange_(std::move(exchange)), done_(std::move(done)) {}

  Flow on_announced(std::uint64_t bytes) override {
    if (bytes <= WitnessApplication::kBodyBytesMax - body_.size()) return Flow::Continue;
    exchange_->respond(too_long());
    return Flow::Stop;
  }
  Flow on_data(std::string_view bytes) override {
    if (on_announced(bytes.size()) == Flow::Stop) return Flow::Stop;
    body_ += bytes;
    return Flow::Continue;
  }
  void on_end() override { done_(std::move(body_)); }
  void on_abort() override {}
  bool knows_caller() const override { return false; }  // the content is signed, not its sender

 private:
  const std::shared_ptr<Exchange> exchange_;
  const Done done_;
  std::string body_;
};

}  // namespace

WitnessApplication::WitnessApplication(Witness& witness, WorkerPool& pool, Told told)
    : witness_(witness), pool_(pool), told_(std::move(told)) {}

std::shared_ptr<BodySink> WitnessApplication::on_request(RequestHead head,
                                                         std::shared_ptr<Exchange> exchange) {
  if (head.path == kAddCheckpoint) {
    if (head.method == Method::Post) return add_checkpoint(head, std::move(exchange));
    exchange->respond(method_not_allowed("POST"));
    return nullptr;
  }
  const auto origin_hash = origin_hash_in(head.path);
  if (!origin_hash) {
    exchange->respond(text_answer(404, "The path does not exist.\n"));
  } else if (head.method != Method::Get && head.method != Method::Head) {
    exchange->respond(method_not_allowed("GET, HEAD"));
  } else {
    get_checkpoint(*origin_hash, *exchange);
  }
  return nullptr;
}

std::shared_ptr<BodySink> WitnessApplication::add_checkpoint(const RequestHead& head,
                                                             std::shared_ptr<Exchange> exchange) {
  if (head.content_length.value_or(0) > kBodyBytesMax) {
    exchange->respond(too_long());
    return nullptr;
  }
  return std::make_shared<SubmissionBody>(
      exchange, [this, exchange](std::string body) { submit(std::move(body), exchange); });
}

void WitnessApplication::submit(std::string body, const std::shared_ptr<Exchange>& exchange) {
  const bool taken = pool_.submit([this, exchange, body = std::move(body)] {
    try {
      exchange->respond(judge(body));
    } catch (...) {
      exchange->respond(text_answer(500, "This witness has failed.\n"));
    }
  });
  if (!taken) exchange->respond(try_again("This witness is busy.\n"));
}

Response WitnessApplication::judge(std::string_view body) const {
  auto cosignature = witness_.add_checkpoint(body);
  if (cosignature) return text_answer(200, std::move(cosignature).value());
  const Witness::Fault& fault = cosignature.error();
  const auto* refused = std::get_if<Witness::Refused>(&fault);
  if (refused == nullptr || !refused->origin.empty()) told_(fault);
  if (refused == nullptr) return try_again("This witness cannot store the checkpoint.\n");
  return answer_to(*refused);
}

void WitnessApplication::get_checkpoint(std::string_view origin_hash, Exchange& exchange) const {
  auto note = witness_.checkpoint(origin_hash);
  exchange.respond(
      note ? text_answer(200, *std::move(note))
           : text_answer(404, "This witness has not cosigned a log with this origin.\n"));
}

Response WitnessApplication::framing_error(int status, std::string_view why) {
  if (status == 503) return try_again(std::string(why) + "\n");
  return text_answer(status, std::string(why) + "\n");
}

}  // namespace countersign::http
