#include "http/objects/s3_store.h"

#include <doctest/doctest.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/events/support/store_contract.h"
#include "tests/http/objects/support/s3_scene.h"

namespace countersign::http::s3_store_test {

using store_contract::got;
using store_contract::new_place;
using store_contract::put;
using store_contract::sealed_bytes;
using store_contract::write_to;

class S3World : public store_contract::World {
 public:
  explicit S3World(bool path_style) : path_style_(path_style) {}
  std::unique_ptr<FileStore> open(const std::string& node) override {
    auto [store, why] = scene.open(scene.settings(path_style_), node);
    REQUIRE_MESSAGE(store, why);
    return std::move(store);
  }
  S3Scene scene;

 private:
  const bool path_style_;
};

TEST_CASE("a bucket keeps the promises of a store") {
  S3World world(true);
  store_contract::hold(world);
  CHECK(world.scene.warnings().empty());
  CHECK(std::filesystem::is_empty(world.scene.staging.path()));
}

TEST_CASE("a bucket in the name of the host keeps them too, page by page") {
  S3World world(false);
  world.scene.server.list_at_most(2);
  store_contract::hold(world);
}

TEST_CASE("objects are ciphertext under ids, and marks have no bytes") {
  S3Scene scene;
  const auto store = scene.open();
  const FilePlace place = new_place();
  put(*store, place, sealed_bytes(8192));
  const auto objects = scene.server.objects();
  CHECK(objects ==
        std::map<std::string, std::string>{{"some/where/" + place.path(), sealed_bytes(8192)},
                                           {"some/where/new/a1/" + place.new_name(), ""}});
}

TEST_CASE("the mark is there before the object, and goes after it") {
  S3Scene scene;
  const auto store = scene.open();
  const FilePlace place = new_place();
  const std::size_t before = scene.server.requests().size();
  put(*store, place, sealed_bytes(4096));
  REQUIRE(store->remove_unnamed(place));
  std::vector<std::string> changes;
  for (const std::string& each : scene.server.requests()) {
    if (!each.starts_with("GET ")) changes.push_back(each);
  }
  changes.erase(changes.begin(), changes.begin() + static_cast<std::ptrdiff_t>(changes.size() - 4));
  const std::string prefix = " /pictures/some/where/";
  CHECK(changes == std::vector<std::string>{"PUT" + prefix + "new/a1/" + place.new_name(),
                                            "PUT" + prefix + place.path(),
                                            "DELETE" + prefix + place.path(),
                                            "DELETE" + prefix + "new/a1/" + place.new_name()});
  CHECK(scene.server.requests().size() > before);
}

TEST_CASE("an object that the store did not take has no place, and its mark is found") {
  S3Scene scene;
  const FilePlace place = new_place();
  {
    S3Settings settings = scene.settings();
    settings.patience = std::chrono::milliseconds(300);
    const auto store = scene.open(std::move(settings)).first;
    REQUIRE(store);
    scene.server.fail([&](const S3Request& request) -> std::optional<S3Server::Answer> {
      if (!request.path.ends_with(place.path())) return std::nullopt;
      return S3Server::error(503, "SlowDown");
    });
    const auto made = store->create(place);
    REQUIRE(made);
    write_to(*made, sealed_bytes(4096));
    const auto committed = store->commit(place, *made);
    REQUIRE_FALSE(committed);
    CHECK(committed.error() == VaultError::Io);
    CHECK(store->fault()->find("503 SlowDown") != std::string::npos);
    CHECK(store->fault()->starts_with("s3:pictures/some/where: "));
  }
  scene.server.fail({});
  const auto store = scene.open();
  CHECK_FALSE(*store->has(place));
  CHECK(store->new_files()->size() == 1);
  store->discard(place);
  CHECK(scene.server.objects().empty());
}

TEST_CASE("bytes that are not those that were asked for are never given out") {
  S3Scene scene;
  const auto store = scene.open();
  const FilePlace place = new_place();
  put(*store, place, sealed_bytes(128 * 1024));
  scene.server.twist([](const S3Request&, S3Server::Answer& answer) {
    if (answer.status == 206) answer.fields["Content-Range"] = "bytes 0-65535/131072";
  });
  const auto file = store->open_for_reading(place, {65'536, 65'536});
  REQUIRE_FALSE(file);
  CHECK(file.error() == VaultError::Corrupt);
  scene.server.twist([](const S3Request&, S3Server::Answer& answer) {
    if (answer.status == 206) answer.body.resize(100);
  });
  CHECK(store->open_for_reading(place, {0, 65'536}).error() == VaultError::Corrupt);
  scene.server.twist({});
  CHECK(store->open_for_reading(place, {262'144, 65'536}).error() == VaultError::Corrupt);
  REQUIRE(scene.warnings().size() == 3);
  CHECK(scene.warnings().front().find("other bytes than were asked for " + place.path()) !=
        std::string::npos);
  CHECK_FALSE(store->fault());
}

TEST_CASE("a store that ignores ranges gives the whole, and the stretch is in it") {
  S3Scene scene;
  const auto store = scene.open();
  const FilePlace place = new_place();
  const std::string bytes = sealed_bytes(128 * 1024);
  put(*store, place, bytes);
  scene.server.twist([&](const S3Request&, S3Server::Answer& answer) {
    if (answer.status != 206) return;
    answer = {.status = 200, .body = bytes};
  });
  const auto file = store->open_for_reading(place, {65'536, 65'536});
  REQUIRE(file);
  CHECK(store_contract::read_whole(*file) == bytes);
}

TEST_CASE("a download that breaks off is tried again, and is whole or none") {
  S3Scene scene;
  const auto store = scene.open();
  const FilePlace place = new_place();
  put(*store, place, sealed_bytes(128 * 1024));
  std::atomic<int> left{2};
  scene.server.twist([&](const S3Request& request, S3Server::Answer& answer) {
    if (request.method == "GET" && left-- > 0) answer.cut_at = 5000;
  });
  CHECK(got(*store, place) == sealed_bytes(128 * 1024));
}

TEST_CASE("a bucket that begins to keep versions takes no file, and nothing counts as removed") {
  S3Scene scene;
  const auto store = scene.open();
  const FilePlace place = new_place();
  SUBCASE("a file that is written") {
    scene.server.twist([](const S3Request& request, S3Server::Answer& answer) {
      if (request.method == "PUT") answer.fields["x-amz-version-id"] = "7";
    });
    const auto made = store->create(place);
    REQUIRE(made);
    write_to(*made, sealed_bytes(4096));
    CHECK(store->commit(place, *made).error() == VaultError::Io);
    scene.server.twist({});
    CHECK(store->commit(place, *made).error() == VaultError::Io);
  }
  SUBCASE("a file that is removed") {
    put(*store, place, sealed_bytes(4096));
    scene.server.twist([](const S3Request& request, S3Server::Answer& answer) {
      if (request.method == "DELETE") answer.fields["x-amz-delete-marker"] = "true";
    });
    CHECK(store->remove(place).error() == VaultError::Io);
  }
  REQUIRE(store->fault());
  CHECK(store->fault()->find("keep") != std::string::npos);
  REQUIRE(scene.warnings().size() == 1);
  CHECK(scene.warnings().front().ends_with("no file is taken or removed until that ends"));
}

TEST_CASE("an object that may arrive late keeps its mark, and the next process finds it") {
  S3Scene scene;
  const FilePlace place = new_place();
  {
    S3Settings settings = scene.settings();
    settings.patience = std::chrono::milliseconds(300);
    const auto store = scene.open(std::move(settings)).first;
    REQUIRE(store);
    scene.server.fail([&](const S3Request& request) -> std::optional<S3Server::Answer> {
      if (request.method != "PUT" || !request.path.ends_with(place.path())) return std::nullopt;
      return S3Server::error(503, "SlowDown");
    });
    const auto made = store->create(place);
    REQUIRE(made);
    write_to(*made, sealed_bytes(4096));
    REQUIRE_FALSE(store->commit(place, *made));
    REQUIRE(store->remove_unnamed(place));
    scene.server.fail({});
    // A proxy had kept the request.
    scene.server.put("some/where/" + place.path(), sealed_bytes(4096));
    CHECK(*store->is_new(place));
  }
  const auto store = scene.open();
  REQUIRE(store->new_files()->size() == 1);
  REQUIRE(store->remove_unnamed(place));
  CHECK(scene.server.objects().empty());
}

TEST_CASE("a file that was written by a second try is not taken for one that was given up") {
  S3Scene scene;
  S3Settings settings = scene.settings();
  settings.patience = std::chrono::milliseconds(300);
  const auto store = scene.open(std::move(settings)).first;
  REQUIRE(store);
  const FilePlace place = new_place();
  const auto made = store->create(place);
  REQUIRE(made);
  write_to(*made, sealed_bytes(4096));
  scene.server.fail([&](const S3Request& request) -> std::optional<S3Server::Answer> {
    if (!request.path.ends_with(place.path())) return std::nullopt;
    return S3Server::error(503, "SlowDown");
  });
  REQUIRE_FALSE(store->commit(place, *made));
  scene.server.fail({});
  REQUIRE(store->commit(place, *made));
  REQUIRE(store->remove_unnamed(place));
  CHECK(scene.server.objects().empty());
}

TEST_CASE("a body that is longer than what was asked for is not taken") {
  S3Scene scene;
  const auto store = scene.open();
  const FilePlace place = new_place();
  put(*store, place, sealed_bytes(64 * 1024));
  SUBCASE("in full") {
    scene.server.twist([](const S3Request& request, S3Server::Answer& answer) {
      if (request.method == "GET") answer = {.status = 200, .body = std::string(1 << 20, 'x')};
    });
    CHECK(store->open_for_reading(place, {0, 65'536}).error() == VaultError::Io);
    CHECK(store->fault()->find("the answer is too long") != std::string::npos);
  }
  SUBCASE("in part") {
    scene.server.twist([](const S3Request& request, S3Server::Answer& answer) {
      if (request.method == "GET") answer.body.append(1 << 20, 'x');
    });
    CHECK(store->open_for_reading(place, {0, 65'536}).error() == VaultError::Io);
  }
  SUBCASE("by its own word") {
    scene.server.twist([](const S3Request& request, S3Server::Answer& answer) {
      if (request.method == "GET") {
        answer.fields["Content-Range"] = "bytes 0-65535/9223372036854775807";
      }
    });
    CHECK(store->open_for_reading(place, {0, 65'536}).error() == VaultError::Corrupt);
  }
  CHECK(std::filesystem::is_empty(scene.staging.path()));
}

TEST_CASE("a redirect is not followed, and is one line") {
  S3Scene scene;
  S3Server elsewhere;
  const auto store = scene.open();
  const FilePlace place = new_place();
  put(*store, place, sealed_bytes(4096));
  S3Server::Answer redirect = S3Server::error(307, "TemporaryRedirect");
  redirect.fields["Location"] = elsewhere.endpoint() + "/pictures/some/where/" + place.path();
  scene.server.fail(always(redirect));
  CHECK(store->open_for_reading(place, {0, 4096}).error() == VaultError::Io);
  CHECK(store->remove(place).error() == VaultError::Io);
  CHECK(elsewhere.requests().empty());
  REQUIRE(scene.warnings().size() == 1);
  CHECK(scene.warnings().front().find("307 TemporaryRedirect: the bucket is elsewhere") !=
        std::string::npos);
}

TEST_CASE("a store that fails removals is not asked for each of many files") {
  S3Scene scene;
  S3Settings settings = scene.settings();
  settings.patience = std::chrono::milliseconds(300);
  const auto store = scene.open(std::move(settings)).first;
  REQUIRE(store);
  std::vector<FilePlace> places;
  for (int i = 0; i < 20; ++i) {
    places.push_back(new_place());
    put(*store, places.back(), sealed_bytes(4096));
  }
  scene.server.fail(always(S3Server::error(503, "SlowDown")));
  CHECK(store->remove(places.front()).error() == VaultError::Io);
  const std::size_t asked = scene.server.requests().size();
  for (const FilePlace& place : places) CHECK(store->remove(place).error() == VaultError::Io);
  CHECK(scene.server.requests().size() <= asked + 8);  // the watch may have asked
  CHECK(scene.warnings().size() == 1);
}

TEST_CASE("a list that is none, or without an end, ends") {
  S3Scene scene;
  const auto store = scene.open();
  put(*store, new_place(), sealed_bytes(4096));
  std::string body = "<html/>";
  SUBCASE("none") {}
  SUBCASE("without an end") {
    body =
        "<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>t"
        "</NextContinuationToken></ListBucketResult>";
  }
  scene.server.fail([&](const S3Request& request) -> std::optional<S3Server::Answer> {
    if (request.query.find("list-type=2") == std::string::npos) return std::nullopt;
    return S3Server::Answer{.body = body};
  });
  CHECK(store->days().error() == VaultError::Corrupt);
  CHECK(store->new_files().error() == VaultError::Corrupt);
  CHECK(store->is_new(new_place()).error() == VaultError::Corrupt);
}

TEST_CASE("what others have put behind the prefix is no file") {
  S3Scene scene;
  const auto store = scene.open();
  const FilePlace place = new_place();
  for (const std::string& key : {std::string("20261121/readme"),
                                 "20261121/zz/" + place.name,
                                 place.path() + "/more",
                                 std::string("new/a1/readme"),
                                 std::string("new/readme"),
                                 "new/" + place.new_name()}) {
    scene.server.put("some/where/" + key, "x");
  }
  CHECK(store_contract::listed(*store).empty());
  CHECK(store->new_files()->empty());
  CHECK(store->left_by_others()->empty());
}

}  // namespace countersign::http::s3_store_test
