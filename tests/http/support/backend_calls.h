#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/http/download/pipe_reader.h"
#include "tests/http/support/rig.h"

namespace countersign::http {

// An exchange whose answer may be a stream, which the test then reads.
class StreamedExchange : public Exchange {
 public:
  void respond(Response response) override {
    const std::lock_guard lock(mutex_);
    if (response_) return;
    response_ = std::move(response);
    changed_.notify_all();
  }
  void fail(Failure why) noexcept override {
    Response response;
    response.status = why == Failure::NoMemory ? 503 : 500;
    respond(std::move(response));
  }
  void resume() override {}
  bool client_gone() const override { return false; }

  bool answered() const {
    const std::lock_guard lock(mutex_);
    return response_.has_value();
  }
  Response wait() {
    std::unique_lock lock(mutex_);
    REQUIRE(
        changed_.wait_for(lock, std::chrono::seconds(60), [&] { return response_.has_value(); }));
    return *response_;
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Response> response_;
};

struct Streamed {
  Answer answer;  // the body as far as it was read
  bool streamed = false;
  bool complete = true;
};

// The calls of a backend, and of an operator on the admin socket, to a Rig.
class Backend {
 public:
  explicit Backend(Rig& rig) : rig_(rig), client_(rig.add_client(policy())) {}
  Backend(Rig& rig, Credentials client) : rig_(rig), client_(std::move(client)) {}

  const Credentials& client() const { return client_; }

  std::shared_ptr<StreamedExchange> begin(Method method,
                                          const std::string& target,
                                          Headers more = {}) {
    RequestHead head = head_of(method, target);
    head.headers = std::move(more);
    head.headers.add("x-svc-client-key", client_.key);
    head.headers.add("x-svc-client-secret", client_.secret);
    auto exchange = std::make_shared<StreamedExchange>();
    if (const auto sink = rig_.application().on_request(std::move(head), exchange)) sink->on_end();
    return exchange;
  }

  Streamed call(Method method, const std::string& target, Headers more = {}) {
    return read(begin(method, target, std::move(more))->wait());
  }
  Streamed get(const std::string& target, Headers more = {}) {
    return call(Method::Get, target, std::move(more));
  }

  // Sends a JSON body over the admin socket.
  std::shared_ptr<StreamedExchange> begin_admin(const std::string& path, const std::string& body) {
    auto exchange = std::make_shared<StreamedExchange>();
    begin_admin(path, body, exchange);
    return exchange;
  }
  void begin_admin(const std::string& path,
                   const std::string& body,
                   const std::shared_ptr<Exchange>& exchange) {
    RequestHead head = head_of(Method::Post, path);
    head.admin = true;
    head.peer_uid = 1000;
    head.content_length = body.size();
    if (const auto sink = rig_.application().on_request(std::move(head), exchange)) {
      if (!body.empty()) sink->on_data(body);
      sink->on_end();
    }
  }
  Streamed admin(const std::string& path, const std::string& body) {
    return read(begin_admin(path, body)->wait());
  }
  // An answer with all of its body, if it has one as a stream.
  static Streamed read(Response response) {
    Streamed streamed{
        {response.status, response.headers, response.body}, response.stream != nullptr, true};
    if (response.stream) {
      PipeReader reader(response.stream);
      streamed.answer.body = reader.read_all().bytes;
      streamed.complete = reader.state == BodyPipe::State::Finished;
    }
    return streamed;
  }

  // A session with a document of `document_size` bytes and a selfie of each size.
  struct Captured {
    std::string id;
    std::vector<std::string> images;
  };
  Captured capture(const std::vector<std::size_t>& selfie_sizes, std::size_t document_size = 1000) {
    const Answer created = rig_.create(client_);
    REQUIRE_MESSAGE(created.status == 200, created.body);
    Captured captured{created["sessionId"], {image(document_size, ++images_)}};
    const std::string token = created["sessionToken"];
    REQUIRE(rig_.document(token, captured.images[0])["ok"] == "true");
    std::vector<std::string> frames;
    for (const std::size_t size : selfie_sizes) frames.push_back(image(size, ++images_));
    if (!frames.empty()) {
      REQUIRE(rig_.liveness(token, frames)["ok"] == "true");
      REQUIRE(rig_.finalize(token).status == 200);
    }
    captured.images.insert(captured.images.end(), frames.begin(), frames.end());
    return captured;
  }
  static std::string path_of(const std::string& session, std::string_view rest) {
    return "/api/svc/session/" + session + std::string(rest);
  }

  // Incompressible bytes after the head of a good image.
  static std::string image(std::size_t size, std::uint64_t seed) {
    std::string bytes = good_image();
    std::uint64_t state = seed * 0x9e3779b97f4a7c15 + 1;
    while (bytes.size() < size) {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
      bytes.push_back(static_cast<char>(state >> 32));
    }
    return bytes;
  }

 private:
  static ClientPolicy policy() {
    ClientPolicy all;
    for (const auto& purpose : enum_names<Purpose>) all.purposes.push_back(purpose.value);
    return all;
  }

  static RequestHead head_of(Method method, const std::string& target) {
    RequestHead head;
    head.method = method;
    head.method_text = method == Method::Post ? "POST" : method == Method::Head ? "HEAD" : "GET";
    head.target = target;
    const std::size_t question = target.find('?');
    head.path = target.substr(0, question);
    if (question != std::string::npos) head.query = target.substr(question + 1);
    head.peer_address = "192.0.2.9";
    return head;
  }

  inline static std::uint64_t images_ = 0;  // so that no picture is used twice

  Rig& rig_;
  Credentials client_;
};

}  // namespace countersign::http
