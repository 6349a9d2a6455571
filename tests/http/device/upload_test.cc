#include "http/device/upload.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <future>
#include <memory>
#include <thread>
#include <vector>

#include "http/wire/random_ids.h"
#include "tests/http/support/rig.h"

namespace countersign::http::upload_test {

std::string upload_body(Rig& rig, const std::string& token, const std::string& image) {
  return Form().text("nonce", rig.nonce(token, "document")).file("image", image).finished();
}

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
  // All threads that could write are blocked.
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
  std::optional<FullTransfers> full(std::in_place, rig, client);
  const Answer refused = rig.send(request);
  full.reset();
  CHECK(refused.status == 503);
  CHECK(refused.code() == "SVC_UNAVAILABLE");
  CHECK_FALSE(refused.header("Retry-After").empty());
  while (rig.service().transfers.queued() > 0) std::this_thread::yield();
  CHECK(rig.send(request)["ok"] == "true");
}

// ---- uploads in flight ------------------------------------------------------

// An upload of which a part has been sent, and whose sender then waits.
struct Begun {
  std::shared_ptr<KeptExchange> exchange = std::make_shared<KeptExchange>();
  std::shared_ptr<BodySink> sink;

  Begun(Rig& rig, const std::string& token, std::size_t announced = 1'000'000) {
    auto request = rig.upload("/api/sdk/document", token, Form());
    const std::string begun =
        Form().text("nonce", "n").file("image", good_image(std::string(600'000, 'x'))).body;
    request.body = begun + std::string(announced, 'x');  // so that this length is announced
    sink = rig.open(request, exchange);
    if (!sink) return;
    std::string_view rest = std::string_view(begun).substr(0, begun.size() - 2);
    while (!rest.empty()) {
      const std::string_view piece = rest.substr(0, 64 * 1024);
      rest.remove_prefix(piece.size());
      if (sink->on_data(piece) == Flow::Pause) exchange->wait_for_resume();
    }
  }
  void go_away() {
    exchange->gone = true;
    sink->on_abort();
    sink.reset();
  }
};

bool eventually(const std::function<bool()>& condition) {
  const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!condition() && std::chrono::steady_clock::now() < limit) std::this_thread::yield();
  return condition();
}

TEST_CASE("a session has two uploads in flight, and a third is told to come again") {
  Rig rig({.device_rate = Rate{100'000, 60'000}});
  const auto client = rig.add_client();
  const std::string token = rig.token(client);
  Begun first(rig, token);
  {
    Begun second(rig, token);
    REQUIRE(second.sink);
    Begun third(rig, token);
    CHECK_FALSE(third.sink);
    const Answer refused = third.exchange->wait();
    CHECK(refused.status == 429);
    CHECK(refused.code() == "SVC_RATE_LIMITED");
    CHECK_FALSE(refused.header("Retry-After").empty());
    // Another session of the same client is not affected.
    CHECK(rig.document(rig.token(client), good_image())["ok"] == "true");
    second.go_away();
  }
  // The place of an upload that left is free at once, and so is that of an answered one.
  for (int i = 0; i < 5; ++i)
    CHECK(rig.document(token, image_saying("DOCUMENT_BLURRY")).status == 200);
  first.go_away();
  rig.settle();
  CHECK(rig.service().uploads.in_flight() == 0);
}

TEST_CASE("the sessions of one client leave places to the other clients") {
  Rig rig({.max_uploads = 8, .create_rate = Rate{100'000, 60'000}});
  const auto greedy = rig.add_client();
  const auto honest = rig.add_client();
  std::vector<std::unique_ptr<Begun>> held;
  for (int i = 0; i < 10; ++i) {
    held.push_back(std::make_unique<Begun>(rig, rig.token(greedy)));
    if (held.back()->sink) continue;
    CHECK(i == 4);
    const Answer refused = held.back()->exchange->wait();
    CHECK(refused.status == 503);
    CHECK(refused.code() == "SVC_UNAVAILABLE");
    CHECK_FALSE(refused.header("Retry-After").empty());
    break;
  }
  CHECK(rig.service().uploads.in_flight() == 4);
  CHECK(rig.document(rig.token(honest), good_image())["ok"] == "true");
  for (const auto& upload : held) {
    if (upload->sink) upload->go_away();
  }
  rig.settle();
  CHECK(rig.document(rig.token(greedy), good_image())["ok"] == "true");
}

TEST_CASE("an upload ends with its session, however that ends, and its bytes are gone") {
  const auto cancel = [](Rig& rig, const Credentials& client, const std::string& id) {
    CHECK(rig.send({.method = Method::Post,
                    .path = "/api/svc/session/" + id + "/cancel",
                    .headers = {{"X-SVC-Client-Key", client.key},
                                {"X-SVC-Client-Secret", client.secret}}})
              .status == 200);
  };
  const auto purge = [](Rig& rig, const Credentials& client, const std::string& id) {
    CHECK(rig.send({.method = Method::Post,
                    .path = "/api/svc/session/" + id + "/purge",
                    .headers = {{"X-SVC-Client-Key", client.key},
                                {"X-SVC-Client-Secret", client.secret}}})
              .status == 200);
  };
  const auto expire = [](Rig& rig, const Credentials&, const std::string&) {
    rig.clock.move(rig.settings.session_ttl.get());
  };
  for (const std::function<void(Rig&, const Credentials&, const std::string&)>& end :
       {std::function(cancel), std::function(purge), std::function(expire)}) {
    Rig rig;
    const auto client = rig.add_client();
    const Answer created = rig.create(client, R"("purpose":"FULL_CAPTURE")");
    const Answer other = rig.create(client, R"("purpose":"FULL_CAPTURE")");
    Begun upload(rig, created["sessionToken"]);
    REQUIRE(upload.sink);
    REQUIRE(eventually([&] { return rig.files_on_disk() == 1; }));
    Begun beside(rig, other["sessionToken"]);
    REQUIRE(beside.sink);
    end(rig, client, created["sessionId"]);
    const Answer ended = upload.exchange->wait();
    CHECK(ended.status == 401);
    CHECK(ended.code() == "SVC_SESSION_INVALID");
    CHECK(upload.sink->on_data("more") == Flow::Stop);
    // The upload beside it has expired too, or it goes on and is given up here.
    CHECK(eventually([&] { return rig.files_on_disk() <= 1; }));
    beside.go_away();
    rig.settle();
    CHECK(eventually([&] { return rig.files_on_disk() == 0; }));
  }
}

TEST_CASE("an upload whose session goes on is not ended by the look at it") {
  Rig rig({.device_rate = Rate{100'000, 60'000}});
  const auto client = rig.add_client();
  const std::string token = rig.token(client);
  const Answer doomed = rig.create(client, R"("purpose":"FULL_CAPTURE")");
  Begun kept(rig, token);
  Begun ended(rig, doomed["sessionToken"]);
  CHECK(rig.send({.method = Method::Post,
                  .path = "/api/svc/session/" + doomed["sessionId"] + "/cancel",
                  .headers = {{"X-SVC-Client-Key", client.key},
                              {"X-SVC-Client-Secret", client.secret}}})
            .status == 200);
  // The answer shows that the sessions were looked at.
  CHECK(ended.exchange->wait().status == 401);
  CHECK_FALSE(kept.exchange->answered());
  CHECK(rig.document(token, good_image())["ok"] == "true");
  kept.go_away();
}

TEST_CASE("bytes that are announced are reserved on the disk, and given back in every way") {
  Rig rig({.uploads_a_session = 100, .device_rate = Rate{100'000, 60'000}});
  const auto client = rig.add_client();
  const std::string token = rig.token(client);
  const auto before = [&] { return rig.data().vault().room_bytes(); };
  // Other programs use the disk too, so the test compares the room while the clock stands still.
  const std::uint64_t room = before();
  {
    Begun broken(rig, token, 5'000'000);
    REQUIRE(broken.sink);
    CHECK(before() + 5'000'000 <= room);
    broken.go_away();
  }
  rig.settle();
  // The written bytes are gone from the disk, which is asked again after a second.
  CHECK(before() + 1'000'000 >= room);
  rig.clock.move(std::chrono::seconds(1));
  const std::uint64_t again = before();
  CHECK(rig.document(token, good_image())["ok"] == "true");
  CHECK(rig.document(token, "no image at all").status == 415);
  rig.settle();
  CHECK(before() + 100'000 >= again);
  // No memory or disk is reserved for a request that is refused after its head.
  auto request = rig.upload("/api/sdk/document", token, Form());
  request.body.assign(rig.settings.max_document_bytes + 100'000, 'x');
  auto exchange = std::make_shared<KeptExchange>();
  CHECK_FALSE(rig.open(request, exchange));
  CHECK(before() + 100'000 >= again);
  CHECK(rig.service().uploads.in_flight() == 0);
}

TEST_CASE("uploads of one client that announce much leave room on the disk to the others") {
  Rig rig;
  const std::uint64_t room = rig.data().vault().room_bytes();
  UploadPermits places(rig.data().vault(), {.uploads = 1000, .a_session = 2, .open_files = 1000});
  const ClientKey greedy("greedy");
  std::vector<UploadPermits::PermitPtr> held;
  const auto enter = [&](const ClientKey& client, std::uint64_t bytes) {
    return places.enter({SessionId(random_uuid(rig.random)), {}, client, rig.clock.now()}, bytes);
  };
  auto refused = UploadPermits::Refused::Busy;
  for (int i = 0; i < 100; ++i) {
    auto place = enter(greedy, room / 20);
    if (!place) {
      refused = place.error();
      break;
    }
    held.push_back(std::move(place).value());
  }
  CHECK(refused == UploadPermits::Refused::NoRoom);
  CHECK(held.size() == 10);
  CHECK(enter(ClientKey("honest"), room / 20).has_value());
  // More than there is room for, and lengths near the largest integer.
  for (const std::uint64_t bytes : {room, std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
    CHECK_FALSE(enter(ClientKey("honest"), bytes).has_value());
  }
  held.clear();
  CHECK(rig.data().vault().room_bytes() == room);
  CHECK(places.in_flight() == 0);
  CHECK(enter(greedy, room / 20).has_value());
}

TEST_CASE("a chunked body reserves what it may have at most") {
  Rig rig;
  const std::string token = rig.token(rig.add_client());
  const std::uint64_t room = rig.data().vault().room_bytes();
  auto request = rig.upload("/api/sdk/document", token, Form());
  request.chunked = true;
  auto exchange = std::make_shared<KeptExchange>();
  auto sink = rig.open(request, exchange);
  REQUIRE(sink);
  CHECK(rig.data().vault().room_bytes() + rig.settings.max_document_bytes <= room);
  sink->on_abort();
  sink.reset();
  CHECK(rig.data().vault().room_bytes() == room);
}

TEST_CASE("the received part of an abandoned upload is removed, also when the pool is full") {
  Rig rig;
  const Credentials client = rig.add_client();
  const std::string token = rig.token(client);
  Begun upload(rig, token);
  REQUIRE(upload.sink);
  REQUIRE(eventually([&] { return rig.files_on_disk() == 1; }));
  rig.settle();
  const FullTransfers full(rig, client);
  upload.go_away();
  upload.exchange.reset();
  CHECK(rig.files_on_disk() == 0);
}

}  // namespace countersign::http::upload_test
