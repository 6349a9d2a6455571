// Downloads as a backend sees them and as the log records them.
#include <doctest/doctest.h>

#include <set>

#include "events/crypto/sha256.h"
#include "http/download/stored_blocks.h"
#include "http/limits/download_permits.h"
#include "http/wire/entity_tag.h"
#include "tests/events/support/flipped_bit.h"
#include "tests/http/support/backend_calls.h"

namespace countersign::http::download_test {

std::size_t downloads_in_log(Rig& rig) {
  return rig.data().queries().downloads({}, Sequence(0), 1000)->size();
}

std::vector<std::filesystem::path> vault_files(Rig& rig) {
  std::vector<std::filesystem::path> found;
  const auto files = rig.folder.path() / "data" / "files";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(files)) {
    const bool has_place = entry.path().parent_path().filename() != "new";
    if (entry.is_regular_file() && has_place) found.push_back(entry.path());
  }
  return found;
}

std::string file_id(Rig& rig, const std::string& session, std::size_t index) {
  const auto found = rig.data().queries().session(SessionId(*parse_uuid(session)));
  return to_string((*found)->files[index].file);
}

TEST_CASE("a bundle is recorded before it leaves and has every file") {
  Rig rig;
  Backend backend(rig);
  const auto captured = backend.capture({300'000, 20});
  const Streamed bundle = backend.get(Backend::path_of(captured.id, "/documents/bundle"));
  CHECK(bundle.answer.status == 200);
  CHECK(bundle.streamed);
  CHECK(bundle.complete);
  CHECK(bundle.answer.header("Content-Type") == "application/zip");
  CHECK(bundle.answer.header("Content-Disposition") ==
        "attachment; filename=\"" + captured.id + ".zip\"");
  for (const std::string& image : captured.images) {
    // Uncompressed, in blocks.
    CHECK(bundle.answer.body.find(image.substr(0, StoredBlocks::kBlockMax)) != std::string::npos);
  }
  const auto downloads = rig.data().queries().downloads({}, Sequence(0), 10);
  REQUIRE(downloads->size() == 1);
  CHECK(downloads->front().file_count == 3);
  CHECK(downloads->front().actor == Actor{ActorKind::Client, backend.client().key});
}

TEST_CASE("HEAD of a bundle or a file says what GET would and records nothing") {
  Rig rig;
  Backend backend(rig);
  const auto captured = backend.capture({});
  const std::string file =
      Backend::path_of(captured.id, "/documents/" + file_id(rig, captured.id, 0));
  for (const std::string& path : {Backend::path_of(captured.id, "/documents/bundle"), file}) {
    const Streamed head = backend.call(Method::Head, path);
    CHECK(head.answer.status == 200);
    CHECK_FALSE(head.streamed);
    CHECK_FALSE(head.answer.header("Content-Disposition").empty());
  }
  CHECK(downloads_in_log(rig) == 0);
}

TEST_CASE("a session without files gives a bundle of the manifest alone") {
  Rig rig;
  Backend backend(rig);
  const std::string id = rig.create(backend.client())["sessionId"];
  const Streamed bundle = backend.get(Backend::path_of(id, "/documents/bundle"));
  CHECK(bundle.answer.status == 200);
  CHECK(bundle.complete);
  CHECK(bundle.answer.body.find("MANIFEST.txt") != std::string::npos);
  CHECK(downloads_in_log(rig) == 1);
}

TEST_CASE("one file comes with its hash as ETag and is recorded by its id") {
  Rig rig;
  Backend backend(rig);
  const auto captured = backend.capture({}, 200'000);
  const std::string id = file_id(rig, captured.id, 0);
  const std::string path = Backend::path_of(captured.id, "/documents/" + id);
  const Streamed file = backend.get(path);
  CHECK(file.answer.status == 200);
  CHECK((file.answer.body == captured.images[0]));
  const std::string tag = "\"" + to_hex(sha256(captured.images[0])) + "\"";
  CHECK(file.answer.header("ETag") == tag);
  CHECK(file.answer.header("Content-Type") == "image/jpeg");
  CHECK(file.answer.header("Content-Disposition").find(id + ".jpg") != std::string::npos);
  const auto downloads = rig.data().queries().downloads({}, Sequence(0), 10);
  REQUIRE(downloads->size() == 1);
  CHECK(to_string(downloads->front().picture.value().file) == id);

  // A client that already has the bytes gets 304, and no download is recorded.
  const Streamed again = backend.get(path, {{"if-none-match", "\"other\", W/" + tag}});
  CHECK(again.answer.status == 304);
  CHECK(again.answer.header("ETag") == tag);
  CHECK(again.answer.body.empty());
  CHECK(downloads_in_log(rig) == 1);
}

TEST_CASE("each frame is downloaded by its id, from the file that holds all of its submission") {
  Rig rig;
  Backend backend(rig);
  const auto captured = backend.capture({70'000, 30, 200'000});
  REQUIRE(vault_files(rig).size() == 2);
  const auto name_at = [&](std::size_t index) {
    return Backend::path_of(captured.id, "/documents/" + file_id(rig, captured.id, index));
  };
  for (std::size_t i = 0; i < captured.images.size(); ++i) {
    const Streamed file = backend.get(name_at(i));
    CHECK(file.answer.status == 200);
    CHECK(file.complete);
    CHECK((file.answer.body == captured.images[i]));
    CHECK(file.answer.header("ETag") == "\"" + to_hex(sha256(captured.images[i])) + "\"");
  }
  // The first frame's bytes are damaged, those of the last are elsewhere in the file.
  std::filesystem::path container;
  for (const auto& file : vault_files(rig)) {
    if (std::filesystem::file_size(file) > 100'000) container = file;
  }
  flip_bit(container, 10);
  CHECK(backend.get(name_at(1)).answer.status == 500);
  CHECK((backend.get(name_at(3)).answer.body == captured.images[3]));
  CHECK(backend.get(Backend::path_of(captured.id, "/documents/bundle"))
            .answer.body.find(captured.images[2]) == std::string::npos);
}

TEST_CASE("a file that the session does not have is not found") {
  Rig rig;
  Backend backend(rig);
  const auto one = backend.capture({});
  const auto other = backend.capture({});
  const std::string foreign = file_id(rig, other.id, 0);
  for (const std::string& id : {foreign, std::string("x"), to_string(Uuid{})}) {
    CHECK(backend.get(Backend::path_of(one.id, "/documents/" + id)).answer.code() ==
          "SVC_NOT_FOUND");
  }
  CHECK(downloads_in_log(rig) == 0);
}

TEST_CASE("after the purge bundle and file are gone and the list stays") {
  Rig rig;
  Backend backend(rig);
  const auto captured = backend.capture({50});
  const std::string id = file_id(rig, captured.id, 0);
  const Streamed purge = backend.call(Method::Post, Backend::path_of(captured.id, "/purge"));
  CHECK(purge.answer.status == 200);
  CHECK(purge.answer.body.find(R"("files":{"stored":2,"purged":true,"purgeAt":null})") !=
        std::string::npos);
  CHECK(vault_files(rig).empty());
  CHECK(backend.get(Backend::path_of(captured.id, "/documents/bundle")).answer.status == 410);
  CHECK(backend.get(Backend::path_of(captured.id, "/documents/" + id)).answer.status == 410);
  CHECK(backend.call(Method::Head, Backend::path_of(captured.id, "/documents/bundle"))
            .answer.status == 410);
  const std::string list = backend.get(Backend::path_of(captured.id, "/documents")).answer.body;
  CHECK(list.find(R"("purged":true)") != std::string::npos);
  CHECK(list.find(R"("purged":false)") == std::string::npos);
  CHECK(downloads_in_log(rig) == 0);
  // A purge of a purged session is not an error.
  CHECK(backend.call(Method::Post, Backend::path_of(captured.id, "/purge")).answer.status == 200);
}

TEST_CASE("a damaged or missing file is an error before the first byte") {
  Rig rig;
  Backend backend(rig);
  const auto captured = backend.capture({}, 200'000);
  const std::string file =
      Backend::path_of(captured.id, "/documents/" + file_id(rig, captured.id, 0));
  const std::string bundle = Backend::path_of(captured.id, "/documents/bundle");
  flip_bit(vault_files(rig).front(), 10);
  for (const std::string& path : {file, bundle}) {
    const Streamed answer = backend.get(path);
    CHECK(answer.answer.status == 500);
    CHECK(answer.answer.code() == "SVC_INTERNAL");
    CHECK_FALSE(answer.streamed);
  }
  std::filesystem::remove(vault_files(rig).front());
  for (const std::string& path : {file, bundle}) {
    CHECK(backend.get(path).answer.status == 500);
  }
  // The log records all four requests.
  CHECK(downloads_in_log(rig) == 4);
}

TEST_CASE("files whose key is lost are an error that asks for no retry, and nothing is recorded") {
  Rig rig;
  Backend backend(rig);
  const auto captured = backend.capture({});
  const std::string file =
      Backend::path_of(captured.id, "/documents/" + file_id(rig, captured.id, 0));
  const std::string bundle = Backend::path_of(captured.id, "/documents/bundle");
  for (const auto& slot : std::filesystem::directory_iterator(rig.data().path() / "keys")) {
    const bool is_service = slot.path().filename().string().starts_with("00000000.");
    if (!is_service) std::filesystem::remove(slot.path());
  }
  rig.restart();
  for (const std::string& path : {file, bundle}) {
    const Answer refused = backend.get(path).answer;
    CHECK(refused.status == 500);
    CHECK(refused.code() == "SVC_INTERNAL");
    CHECK(refused["detail"] == "The server has no key that opens the session's files.");
    CHECK(refused.header("Retry-After").empty());
  }
  CHECK(downloads_in_log(rig) == 0);
}

TEST_CASE("readers that do not read take a client's share of the slots and no more") {
  Rig rig;
  Backend slow(rig);
  Backend other(rig);
  const auto large = slow.capture({3'000'000, 3'000'000});
  const auto small = other.capture({});
  const std::string bundle = Backend::path_of(large.id, "/documents/bundle");
  const auto stuck = slow.begin(Method::Get, bundle);
  const Response response = stuck->wait();  // nobody reads its stream
  REQUIRE(response.stream);

  const Streamed refused = slow.get(bundle);
  CHECK(refused.answer.status == 503);
  CHECK_FALSE(refused.answer.header("Retry-After").empty());
  CHECK(other.get(Backend::path_of(small.id, "/documents/bundle")).answer.status == 200);

  response.stream->close_reader();  // as the edge does for a client that is gone
  rig.settle();
  CHECK(rig.service().downloads.taken() == 0);
  CHECK(slow.get(bundle).answer.status == 200);
}

TEST_CASE("slots are given back, and one client gets half of them") {
  DownloadPermits slots(4);
  const ClientKey a("a");
  {
    const auto first = slots.enter(a);
    auto second = slots.enter(a);
    CHECK(second.has_value());
    CHECK_FALSE(slots.enter(a).has_value());
    const auto third = slots.enter(ClientKey("b"));
    const auto moved = std::optional<DownloadPermits::Permit>(std::move(second));
    CHECK(slots.taken() == 3);
    const auto fourth = slots.enter(ClientKey("c"));
    CHECK(fourth.has_value());
    CHECK_FALSE(slots.enter(ClientKey("d")).has_value());
  }
  CHECK(slots.taken() == 0);
}

TEST_CASE("If-None-Match is read as RFC 9110 has it") {
  CHECK(none_match_names("*", "\"a\""));
  CHECK(none_match_names("\"a\"", "\"a\""));
  CHECK(none_match_names(" W/\"a\" ", "\"a\""));
  CHECK(none_match_names("\"b\" , \"a\"", "\"a\""));
  CHECK_FALSE(none_match_names("\"b\"", "\"a\""));
  CHECK_FALSE(none_match_names("a", "\"a\""));
  CHECK_FALSE(none_match_names("", "\"a\""));
  CHECK_FALSE(none_match_names(std::nullopt, "\"a\""));
}

}  // namespace countersign::http::download_test
