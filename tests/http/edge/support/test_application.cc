#include "tests/http/edge/support/test_application.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <new>
#include <optional>
#include <utility>

#include "core/check.h"
#include "http/edge/body_pipe.h"

namespace countersign::http {

namespace {

Response text(std::string body, int status = 200) {
  Response response;
  response.status = status;
  response.headers.add("Content-Type", "text/plain");
  response.body = std::move(body);
  return response;
}

// Gathers a body and answers with it, or with its size.
class GatheringSink final : public BodySink {
 public:
  GatheringSink(TestApplication& application, std::shared_ptr<Exchange> exchange, bool echo)
      : application_(application), exchange_(std::move(exchange)), echo_(echo) {}

  Flow on_data(std::string_view bytes) override {
    application_.body_bytes += bytes.size();
    size_ += bytes.size();
    if (echo_) body_ += bytes;
    return Flow::Continue;
  }
  void on_end() override {
    ++application_.ends;
    exchange_->respond(text(echo_ ? body_ : std::to_string(size_)));
  }
  void on_abort() override { ++application_.aborts; }
  bool knows_caller() const override { return false; }

 private:
  TestApplication& application_;
  const std::shared_ptr<Exchange> exchange_;
  const bool echo_;
  std::size_t size_ = 0;
  std::string body_;
};

class StoppingSink final : public BodySink {
 public:
  StoppingSink(TestApplication& application, std::shared_ptr<Exchange> exchange, bool later)
      : application_(application), exchange_(std::move(exchange)), later_(later) {}

  Flow on_data(std::string_view bytes) override {
    application_.body_bytes += bytes.size();
    if (later_) {
      application_.later([exchange = exchange_] { exchange->respond(text("too much", 413)); });
    } else {
      exchange_->respond(text("too much", 413));
    }
    return Flow::Stop;
  }
  void on_end() override { ++application_.ends; }
  void on_abort() override { ++application_.aborts; }

 private:
  TestApplication& application_;
  const std::shared_ptr<Exchange> exchange_;
  const bool later_;
};

class ThrowingSink final : public BodySink {
 public:
  Flow on_data(std::string_view) override { throw 42; }
  void on_end() override {}
  void on_abort() override {}
};

class ForgetfulSink final : public BodySink {
 public:
  explicit ForgetfulSink(std::shared_ptr<Exchange> exchange) : exchange_(std::move(exchange)) {}
  Flow on_data(std::string_view) override { throw std::bad_alloc(); }
  void on_end() override {}
  void on_abort() override {}

 private:
  const std::shared_ptr<Exchange> exchange_;
};

std::string percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      decoded += static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
      i += 2;
    } else {
      decoded += text[i];
    }
  }
  return decoded;
}

// The answer of a path that is answered from the loop; nullopt for other paths.
std::optional<Response> at_once(const RequestHead& head) {
  const std::string& path = head.path;
  const auto rest = [&](std::string_view prefix) { return path.substr(prefix.size()); };
  if (path == "/hello") return text("hello");
  if (path.starts_with("/tag/")) return text(rest("/tag/"));
  if (path.starts_with("/big/")) return text(std::string(std::stoull(rest("/big/")), 'x'));
  if (path.starts_with("/status/")) return text("body", std::stoi(rest("/status/")));
  if (path == "/peer") {
    return text(head.peer_address + (head.admin ? " admin" : "") + (head.peer_uid ? " uid" : "") +
                (head.tls ? " tls" : ""));
  }
  if (path.starts_with("/delayed/")) {
    Response response = text("delayed");
    response.delay = std::chrono::milliseconds(std::stoll(rest("/delayed/")));
    return response;
  }
  if (path != "/field") return std::nullopt;
  Response response = text("ok");
  response.headers.add("X-Field", percent_decoded(head.query));
  return response;
}

}  // namespace

class PausingSink final : public BodySink {
 public:
  PausingSink(TestApplication& application, std::shared_ptr<Exchange> exchange)
      : application_(application), exchange_(std::move(exchange)) {}

  Flow on_data(std::string_view bytes) override {
    application_.body_bytes += bytes.size();
    size_ += bytes.size();
    const std::lock_guard lock(application_.mutex_);
    if (application_.resumed_) return Flow::Continue;
    application_.paused_.push_back(exchange_);
    return Flow::Pause;
  }
  void on_end() override { exchange_->respond(text(std::to_string(size_))); }
  void on_abort() override { ++application_.aborts; }

 private:
  TestApplication& application_;
  const std::shared_ptr<Exchange> exchange_;
  std::size_t size_ = 0;
};

TestApplication::TestApplication() : worker_([this] { run_worker(); }) {}

TestApplication::~TestApplication() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_one();
  worker_.join();
  for (std::thread& writer : writers_) {
    writer.join();
  }
}

void TestApplication::later(std::function<void()> work) {
  const std::lock_guard lock(mutex_);
  work_.push_back(std::move(work));
  wake_.notify_one();
}

// Lets work accumulate for a moment, so that many clients are gone when it runs.
void TestApplication::run_worker() {
  std::unique_lock lock(mutex_);
  while (!stop_) {
    wake_.wait(lock, [&] { return stop_ || !work_.empty(); });
    wake_.wait_for(lock, std::chrono::milliseconds(1), [&] { return work_.size() > 64; });
    std::vector<std::function<void()>> batch = std::exchange(work_, {});
    lock.unlock();
    for (const auto& work : batch) {
      work();
    }
    batch.clear();
    lock.lock();
  }
}

void TestApplication::release() {
  std::vector<std::function<void()>> held;
  {
    const std::lock_guard lock(mutex_);
    released_ = true;
    held = std::exchange(held_, {});
    last_held_.reset();
  }
  for (const auto& answer : held) {
    answer();
  }
}

void TestApplication::resume() {
  std::vector<std::weak_ptr<Exchange>> paused;
  {
    const std::lock_guard lock(mutex_);
    resumed_ = true;
    paused = std::exchange(paused_, {});
  }
  for (const auto& each : paused) {
    if (const auto exchange = each.lock()) exchange->resume();
  }
}

std::shared_ptr<Exchange> TestApplication::held() const {
  const std::lock_guard lock(mutex_);
  return last_held_;
}

void TestApplication::start_stream(const std::string& kind,
                                   std::uint64_t size,
                                   std::shared_ptr<Exchange> exchange) {
  Response response;
  response.stream = std::make_shared<BodyPipe>();
  const auto pipe = response.stream;
  if (kind != "chunked") response.stream_length = kind == "broken" ? size + 1 : size;
  exchange->respond(std::move(response));
  ++streams;
  const std::lock_guard lock(mutex_);
  writers_.emplace_back([this, pipe, size, kind] {
    std::uint64_t left = size;
    while (left > 0) {
      std::string chunk = pipe->take_buffer();
      chunk.assign(std::min<std::uint64_t>(left, 64 * 1024), 'x');
      left -= chunk.size();
      if (!pipe->write_chunk(std::move(chunk))) {
        ++failed_writes;
        break;
      }
    }
    if (kind == "broken") {
      pipe->fail();
    } else {
      pipe->finish();
    }
    --streams;
  });
}

std::shared_ptr<BodySink> TestApplication::on_request(RequestHead head,
                                                      std::shared_ptr<Exchange> exchange) {
  ++requests;
  const std::string& path = head.path;
  const auto rest = [&](std::string_view prefix) { return path.substr(prefix.size()); };
  if (head.method == Method::Other) {
    exchange->respond(text("", 405));
  } else if (auto answer = at_once(head)) {
    exchange->respond(*std::move(answer));
  } else if (path.starts_with("/later/")) {
    later([exchange, tag = rest("/later/")] { exchange->respond(text(tag)); });
  } else if (path.starts_with("/hold/")) {
    const std::lock_guard lock(mutex_);
    if (released_) {
      exchange->respond(text(rest("/hold/")));
    } else {
      last_held_ = exchange;
      held_.push_back([exchange, tag = rest("/hold/")] { exchange->respond(text(tag)); });
      ++holding;
    }
  } else if (path.starts_with("/stream/") || path.starts_with("/chunked/") ||
             path.starts_with("/broken/")) {
    const std::size_t slash = path.find('/', 1);
    start_stream(path.substr(1, slash - 1), std::stoull(path.substr(slash + 1)), exchange);
  } else if (path.starts_with("/silent/")) {
    Response response;
    response.stream = std::make_shared<BodyPipe>();
    response.stream_length = std::stoull(rest("/silent/"));
    const std::lock_guard lock(mutex_);
    silent_.push_back(response.stream);
    exchange->respond(std::move(response));
  } else if (path == "/throw") {
    throw 42;
  } else if (path == "/no-memory") {
    throw std::bad_alloc();
  } else if (path == "/no-memory-for-the-answer") {
    exchange->fail(Exchange::Failure::NoMemory);
  } else if (path == "/length" || path == "/echo") {
    return std::make_shared<GatheringSink>(*this, exchange, path == "/echo");
  } else if (path == "/pause") {
    return std::make_shared<PausingSink>(*this, exchange);
  } else if (path == "/stop" || path == "/stop-later") {
    return std::make_shared<StoppingSink>(*this, exchange, path == "/stop-later");
  } else if (path == "/throw-in-body") {
    return std::make_shared<ThrowingSink>();
  } else if (path == "/no-memory-in-body") {
    return std::make_shared<ForgetfulSink>(std::move(exchange));
  } else if (path == "/unwanted") {
    exchange->respond(text("unwanted"));
  } else if (path != "/drop") {
    exchange->respond(text("", 404));
  }
  return nullptr;
}

Response TestApplication::framing_error(int status, std::string_view why) {
  Response response = text(std::string(why), status);
  if (status == 503) response.headers.add("Retry-After", "1");
  return response;
}

ServedApplication::ServedApplication(const EdgeSettings& settings) {
  auto made = Edge::create(settings, application);
  check(made.has_value(), "the edge of the test is created");
  edge = std::move(made).value();
  port = edge->listen_tcp("127.0.0.1:0").value();
  edge->start();
}

ServedApplication::~ServedApplication() {
  application.release();
  application.resume();
  edge->drain(std::chrono::seconds(0));
}

bool eventually(const std::function<bool()>& condition) {
  const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > limit) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

std::string get(std::string_view target, std::string_view more_fields) {
  return "GET " + std::string(target) + " HTTP/1.1\r\nHost: test\r\n" + std::string(more_fields) +
         "\r\n";
}

std::string post(std::string_view target, std::string_view body, std::string_view more_fields) {
  return "POST " + std::string(target) +
         " HTTP/1.1\r\nHost: test\r\nContent-Length: " + std::to_string(body.size()) + "\r\n" +
         std::string(more_fields) + "\r\n" + std::string(body);
}

int open_descriptors() {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    count += entry.path().empty() ? 0 : 1;
  }
  return count;
}

}  // namespace countersign::http
