#include "http/upload.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <future>
#include <thread>

#include "tests/http/rig.h"

namespace countersign::http {
namespace {

std::string upload_body(Rig& rig, const std::string& token, const std::string& image) {
  return Form().text("nonce", rig.nonce(token, "document")).file("image", image).finished();
}

}  // namespace

TEST_CASE("a body arrives the same in whatever pieces it comes") {
  Rig rig({.attempts = 100, .device_rate = Rate{100'000, 60'000}});
  const std::string token = rig.token(rig.add_client());
  for (const std::size_t piece : {1, 2, 3, 7, 64, 1000}) {
    Form form;
    const std::string image = image_saying("DOCUMENT_BLURRY", std::string(3000, 'x'));
    form.text("nonce", rig.nonce(token, "document")).file("image", image);
    auto request = rig.upload("/api/sdk/document", token, form);
    request.piece_bytes = piece;
    request.chunked = piece % 2 == 0;
    const Answer answer = rig.send(request);
    CHECK(answer.status == 200);
    CHECK(answer["sha256"] == to_hex(sha256(image)));
  }
}

TEST_CASE("a large image reaches the vault whole, with the sender made to wait when it must") {
  Rig rig;
  const std::string token = rig.token(rig.add_client(), "DOCUMENT_VERIFICATION");
  std::string salt(9'000'000, '\0');
  for (std::size_t i = 0; i < salt.size(); ++i) salt[i] = static_cast<char>(i * 2654435761u >> 13);
  const std::string image = good_image(salt);
  auto request =
      rig.upload("/api/sdk/document",
                 token,
                 Form().text("nonce", rig.nonce(token, "document")).file("image", image));
  const Answer answer = rig.send(request);
  CHECK(answer["ok"] == "true");
  CHECK(answer["sha256"] == to_hex(sha256(image)));
}

TEST_CASE("a sender that outruns the disk is paused, and goes on when there is room") {
  Rig rig;
  const std::string token = rig.token(rig.add_client());
  // Every thread that could write is held back.
  std::promise<void> gate;
  std::shared_future<void> opened(gate.get_future());
  for (int i = 0; i < 3; ++i) {
    REQUIRE(rig.service().transfers.submit([opened] { opened.wait(); }));
  }
  const std::string body = upload_body(rig, token, good_image(std::string(4'000'000, 'x')));
  auto exchange = std::make_shared<KeptExchange>();
  auto request = rig.upload("/api/sdk/document", token, Form());
  request.body = body;
  const auto sink = rig.open(request, exchange);
  REQUIRE(sink);
  std::string_view rest = body;
  std::size_t taken = 0;
  Flow flow = Flow::Continue;
  while (flow == Flow::Continue) {
    REQUIRE_FALSE(rest.empty());
    flow = sink->on_data(rest.substr(0, 16 * 1024));
    taken += std::min<std::size_t>(rest.size(), 16 * 1024);
    rest.remove_prefix(std::min<std::size_t>(rest.size(), 16 * 1024));
  }
  CHECK(flow == Flow::Pause);
  CHECK(taken <= Upload::kWaitingMaxBytes + 2 * Upload::kChunkBytes);
  gate.set_value();
  exchange->wait_for_resume();
  while (!rest.empty()) {
    flow = sink->on_data(rest.substr(0, 16 * 1024));
    rest.remove_prefix(std::min<std::size_t>(rest.size(), 16 * 1024));
    if (flow == Flow::Pause) exchange->wait_for_resume();
  }
  sink->on_end();
  CHECK(exchange->wait()["ok"] == "true");
}

TEST_CASE("a client that goes away half-way leaves no file, and its nonce unused") {
  Rig rig;
  const std::string token = rig.token(rig.add_client());
  const std::string image = good_image(std::string(1'000'000, 'x'));
  const std::string body = upload_body(rig, token, image);
  for (const std::size_t sent : {std::size_t{0}, std::size_t{100}, body.size() / 2, body.size()}) {
    auto exchange = std::make_shared<KeptExchange>();
    auto request = rig.upload("/api/sdk/document", token, Form());
    request.body = body;
    auto sink = rig.open(request, exchange);
    REQUIRE(sink);
    for (std::size_t at = 0; at < sent; at += 50'000) {
      if (sink->on_data(std::string_view(body).substr(
              at, std::min<std::size_t>(50'000, sent - at))) == Flow::Pause) {
        exchange->wait_for_resume();
      }
    }
    exchange->gone = true;
    sink->on_abort();
    sink.reset();
    rig.settle();
    CHECK(rig.files_on_disk() == 0);
    CHECK_FALSE(exchange->answered());
  }
  auto request = rig.upload("/api/sdk/document", token, Form());
  request.body = body;
  CHECK(rig.send(request)["ok"] == "true");
}

TEST_CASE("a request whose length says that it is too large is refused before its body") {
  Rig rig({.max_document_bytes = 100'000});
  const std::string token = rig.token(rig.add_client());
  const std::string body = upload_body(rig, token, good_image(std::string(200'000, 'x')));
  auto exchange = std::make_shared<KeptExchange>();
  auto request = rig.upload("/api/sdk/document", token, Form());
  request.body = body;
  CHECK(rig.open(request, exchange) == nullptr);
  const Answer refused = exchange->wait();
  CHECK(refused.status == 413);
  CHECK(refused["limitBytes"] == "100000");

  request.chunked = true;
  const Answer chunked = rig.send(request);
  CHECK(chunked.status == 413);
  CHECK(chunked["limitBytes"] == "100000");
  rig.settle();
  CHECK(rig.files_on_disk() == 0);
}

TEST_CASE("parts that nobody asked for are passed over, and count towards the request's limit") {
  Rig rig({.max_document_bytes = 10'000});
  const std::string token = rig.token(rig.add_client());
  Form form;
  form.text("nonce", rig.nonce(token, "document")).file("image", good_image());
  form.text("padding", std::string(200'000, 'x'));
  auto request = rig.upload("/api/sdk/document", token, form);
  request.chunked = true;
  CHECK(rig.send(request).status == 413);
}

TEST_CASE("pools that are full refuse at once, and nothing is left behind") {
  Rig rig;
  const Credentials client = rig.add_client();
  const std::string token = rig.token(client);
  auto request = rig.upload("/api/sdk/document", token, Form());
  request.body = upload_body(rig, token, good_image());
  std::promise<void> gate;
  std::shared_future<void> opened(gate.get_future());
  while (rig.service().transfers.submit(ClientKey(client.key), [opened] { opened.wait(); })) {
  }
  const Answer refused = rig.send(request);
  gate.set_value();
  CHECK(refused.status == 503);
  CHECK(refused.code() == "SVC_UNAVAILABLE");
  CHECK_FALSE(refused.header("Retry-After").empty());
  while (rig.service().transfers.queued() > 0) std::this_thread::yield();
  CHECK(rig.send(request)["ok"] == "true");
}

}  // namespace countersign::http
