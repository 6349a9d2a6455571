#include "tests/programs/support/capture.h"

#include <stdexcept>

#include "tests/programs/support/multipart.h"
#include "tests/programs/support/pictures.h"

namespace countersign::tests {

HeaderList Backend::headers() const {
  return {{"X-Svc-Client-Key", credentials_.key}, {"X-Svc-Client-Secret", credentials_.secret}};
}

Answer Backend::create(std::string_view purpose, std::string_view more, HeaderList headers) const {
  std::string body =
      R"({"clientKey":")" + credentials_.key + R"(","clientSecret":")" + credentials_.secret + "\"";
  if (!purpose.empty()) body += R"(,"purpose":")" + std::string(purpose) + "\"";
  if (!more.empty()) body += "," + std::string(more);
  headers.emplace_back("Content-Type", "application/json");
  return exchange(port_, {"POST", "/api/svc/session/create", std::move(headers), body + "}"});
}

OpenSession Backend::open(std::string_view purpose, std::string_view more) const {
  const Answer answer = create(purpose, more);
  if (answer.status != 200) throw std::runtime_error("no session: " + answer.body);
  const Json json(answer.body);
  return {json.text("/sessionId"), json.text("/sessionToken")};
}

Answer Backend::get(const std::string& path) const {
  return exchange(port_, {"GET", path, headers()});
}

Answer Backend::post(const std::string& path, std::optional<std::string> body) const {
  HeaderList with = headers();
  if (body) with.emplace_back("Content-Type", "application/json");
  return exchange(port_, {"POST", path, std::move(with), std::move(body)});
}

Answer Device::send(std::string_view method,
                    const std::string& path,
                    HeaderList headers,
                    std::optional<std::string> body) const {
  headers.emplace_back("Authorization", "Bearer " + token_);
  return exchange(port_, {std::string(method), path, std::move(headers), std::move(body)});
}

Answer Device::document(const std::string& nonce,
                        const std::string& image,
                        std::string_view type,
                        std::string_view side,
                        HeaderList headers) const {
  std::vector<Part> parts{{"image", image, "image.jpg", "image/jpeg"}, {"nonce", nonce}};
  if (!type.empty()) parts.push_back({"documentType", std::string(type)});
  if (!side.empty()) parts.push_back({"side", std::string(side)});
  headers.emplace_back("Content-Type", kMultipartType);
  return send("POST", "/api/sdk/document", std::move(headers), multipart(parts));
}

Answer Device::liveness(const std::string& nonce,
                        const std::vector<std::string>& frames,
                        HeaderList headers) const {
  std::vector<Part> parts{{"nonce", nonce}};
  for (const std::string& frame : frames) {
    parts.push_back({"frames", frame, "frame.jpg", "image/jpeg"});
  }
  headers.emplace_back("Content-Type", kMultipartType);
  return send("POST", "/api/sdk/liveness", std::move(headers), multipart(parts));
}

Answer Device::pass_document(std::string_view type) const {
  const auto drawn = parse_name<DocumentType>(type).value_or(DocumentType::IdCard);
  const auto picture = [&, seed = fresh_seed()](Side side) {
    return fresh_document(seed, side, drawn);
  };
  Answer answer = document(nonce("document"), picture(Side::Front), type, "FRONT");
  if (Json(answer.body).text("/nextSide") != "BACK") return answer;
  return document(nonce("document"), picture(Side::Back), type, "BACK");
}

LivenessChallenge Device::liveness_challenge() const {
  const Json json(challenge("liveness").body);
  LivenessChallenge given{json.text("/nonce"), {}};
  for (std::size_t i = 0; i < json.size("/actions"); ++i) {
    const auto action = parse_name<Action>(json.text("/actions/" + std::to_string(i)));
    if (!action) throw std::runtime_error("an action that is none: " + json.dump("/actions"));
    given.actions.push_back(*action);
  }
  return given;
}

Answer Device::pass_liveness() const {
  const LivenessChallenge given = liveness_challenge();
  return liveness(given.nonce, fresh_recording(given.actions));
}

}  // namespace countersign::tests
