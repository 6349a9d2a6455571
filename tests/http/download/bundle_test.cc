#include <doctest/doctest.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <future>
#include <thread>

#include "http/download/download_pace.h"
#include "tests/http/download/written_bundle.h"

namespace countersign::http::bundle_test {

bool shell(const std::string& command) {
  const int status = std::system((command + " >/dev/null 2>&1").c_str());
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::string content_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Unpacks with a program that shares no code with the server.
void check_archive(const std::string& zip, const Captured& captured, std::string_view manifest) {
  const TempFolder folder;
  const std::string path = folder.path().string();
  std::ofstream(path + "/b.zip", std::ios::binary) << zip;
  REQUIRE(
      shell("python3 -c 'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); "
            "sys.exit(z.testzip() is not None or z.extractall(sys.argv[2]))' " +
            path + "/b.zip " + path + "/out"));
  for (std::size_t i = 0; i < captured.plain.size(); ++i) {
    const std::string name = name_of_file(captured.session.files[i]);
    CHECK_MESSAGE((content_of(path + "/out/" + name) == captured.plain[i]), name);
  }
  CHECK(content_of(path + "/out/MANIFEST.txt") == manifest);
  if (!captured.plain.empty()) {
    CHECK(shell("cd " + path + "/out && sha256sum --strict -c MANIFEST.txt"));
  }
  std::size_t entries = 0;
  for (const auto& entry : std::filesystem::directory_iterator(path + "/out")) {
    entries += entry.is_regular_file() ? 1 : 0;
  }
  CHECK(entries == captured.plain.size() + 1);
}

TEST_CASE("other programs unpack the bundle and find every byte, whatever the sizes") {
  const std::vector<std::vector<std::size_t>> cases = {
      {},
      {1},
      {0, 1},
      {262'143},
      {65'519, 65'520, 65'521},
      {65'534, 65'535, 65'536, 131'070, 131'071},
      {262'079, 262'080, 262'081, 262'144, 262'145},
      {3'000'000, 10, 700'000, 1},
      {100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200, 1300, 1400}};
  for (const auto& sizes : cases) {
    CAPTURE(sizes.size());
    Captured captured(sizes);
    const auto bundle = captured.bundle();
    REQUIRE_FALSE(bundle->prepare().has_value());
    const Written written = write(*bundle);
    CHECK(written.end == Bundle::End::Sent);
    CHECK(written.state == BodyPipe::State::Finished);
    check_archive(
        written.bytes, captured, bundle_manifest(captured.session, captured.at, Sequence(42)));
  }
}

TEST_CASE("a narrow pipe changes nothing but the time") {
  Captured captured({400'000, 5, 900'000});
  const auto wide = captured.bundle();
  const auto narrow = captured.bundle();
  REQUIRE_FALSE(wide->prepare().has_value());
  REQUIRE_FALSE(narrow->prepare().has_value());
  CHECK((write(*wide).bytes == write(*narrow, 1000).bytes));
}

TEST_CASE("the manifest is comments and a line for each file") {
  Captured captured({10, 20});
  const std::string id = to_string(captured.session.id);
  CHECK(bundle_manifest(captured.session, captured.at, Sequence(42)) ==
        "# Countersign bundle\n"
        "# session: " +
            id +
            "\n"
            "# downloaded: 2026-11-18T11:06:40.000000Z\n"
            "# sequence of the download's event: 42\n" +
            to_hex(sha256(captured.plain[0])) + "  " + name_of_file(captured.session.files[0]) +
            "\n" + to_hex(sha256(captured.plain[1])) + "  " +
            name_of_file(captured.session.files[1]) + "\n");
  captured.session.sandbox = true;
  CHECK(bundle_manifest(captured.session, captured.at, Sequence(42))
            .starts_with("# Countersign bundle\n# session: " + id +
                         "\n# SANDBOX: a test session; no person was inspected\n# downloaded: "));
}

TEST_CASE("a first file that is not what was stored is found before a byte is written") {
  for (const std::size_t offset : {std::size_t{0}, std::size_t{70'000}, std::size_t{150'010}}) {
    Captured captured({150'000, 100});
    captured.flip(0, offset);
    CHECK(captured.bundle()->prepare() == VaultError::Corrupt);
  }
  Captured missing({1000});
  std::filesystem::remove(missing.vault.path_of(missing.session.files[0].file));
  CHECK(missing.bundle()->prepare() == VaultError::NotFound);
}

TEST_CASE("bytes that open but are not those of the log are never sent") {
  Captured captured({5000, 100});
  captured.session.files[0].sha256 = Sha256(sha256("others"));
  CHECK(captured.bundle()->prepare() == VaultError::Corrupt);
}

TEST_CASE("a later file that is not what was stored breaks the bundle before its first byte") {
  // The damage is in the file's last frame, so a check during the transfer would come too late.
  Captured captured({1000, 400'000});
  captured.flip(1, 400'000);
  const auto bundle = captured.bundle();
  REQUIRE_FALSE(bundle->prepare().has_value());
  const Written written = write(*bundle);
  CHECK(written.end == Bundle::End::Broken);
  CHECK(written.state == BodyPipe::State::Failed);
  CHECK(written.bytes.find(captured.plain[1].substr(0, 64)) == std::string::npos);
}

TEST_CASE("a reader that leaves ends the bundle") {
  Captured captured({800'000, 800'000, 800'000});
  const auto bundle = captured.bundle();
  REQUIRE_FALSE(bundle->prepare().has_value());
  const auto pipe = std::make_shared<BodyPipe>(64 * 1024);
  std::optional<Bundle::End> end;
  std::thread writer([&] { end = write_to(*bundle, *pipe); });
  {
    PipeReader reader(pipe);
    while (reader.bytes.empty()) reader.read_some();
  }
  writer.join();
  CHECK(end == Bundle::End::ReaderGone);
}

TEST_CASE("a reader that is too slow for too long ends the bundle") {
  Captured captured({800'000, 800'000, 800'000});
  const auto bundle = captured.bundle();
  REQUIRE_FALSE(bundle->prepare().has_value());
  const auto pipe = std::make_shared<BodyPipe>(64 * 1024);
  std::optional<Bundle::End> end;
  std::thread writer([&] { end = write_to(*bundle, *pipe); });
  PipeReader reader(pipe);
  while (reader.bytes.empty()) reader.read_some();
  captured.time.move(std::chrono::hours(1));
  reader.read_all();
  writer.join();
  CHECK(end == Bundle::End::ReaderGone);
  CHECK(reader.state == BodyPipe::State::Failed);
}

// A bundle that a job writes on the pool that the bundle reads ahead on, as the server does.
class WrittenByJob {
 public:
  WrittenByJob(Captured& captured, FairPool& pool, std::size_t pipe_bytes = Bundle::kPipeBytes)
      : pipe_(std::make_shared<BodyPipe>(pipe_bytes)) {
    const auto end = std::make_shared<std::promise<Bundle::End>>();
    end_ = end->get_future();
    REQUIRE(pool.submit([&captured, &pool, end, pipe = pipe_] {
      auto bundle = captured.bundle(pool);
      const bool sound = !bundle->prepare().has_value();
      const Bundle::End written = sound ? write_to(*bundle, *pipe) : Bundle::End::Broken;
      bundle.reset();
      end->set_value(written);
    }));
  }

  PipeReader& reader() { return reader_; }

  Bundle::End wait() {
    REQUIRE(end_.wait_for(std::chrono::seconds(60)) == std::future_status::ready);
    return end_.get();
  }

 private:
  const std::shared_ptr<BodyPipe> pipe_;
  std::future<Bundle::End> end_;
  PipeReader reader_{pipe_};
};

constexpr FairPool::Limits kRoom{.each_client = 64, .all = 64};

TEST_CASE("a bundle is whole on a pool of one thread, which the bundle's writer holds") {
  Captured captured({400'000, 5, 900'000, 70'000, 1'200'000});
  const auto bundle = captured.bundle();
  REQUIRE_FALSE(bundle->prepare().has_value());
  const std::string expected = write(*bundle).bytes;

  FairPool pool(1, kRoom);
  WrittenByJob written(captured, pool);
  written.reader().read_all();
  CHECK(written.wait() == Bundle::End::Sent);
  CHECK((written.reader().bytes == expected));
}

TEST_CASE("bundles that hold every thread of their pool all end") {
  Captured captured({900'000, 5, 900'000, 70'000, 900'000});
  const auto bundle = captured.bundle();
  REQUIRE_FALSE(bundle->prepare().has_value());
  const std::string expected = write(*bundle).bytes;

  for (const std::size_t threads : {1u, 2u, 3u}) {
    CAPTURE(threads);
    FairPool pool(threads, kRoom);
    std::vector<std::unique_ptr<WrittenByJob>> all;
    for (int i = 0; i < 6; ++i) {
      all.push_back(std::make_unique<WrittenByJob>(captured, pool, 64 * 1024));
    }
    // Read one after another, so that the other writers wait for their readers meanwhile.
    for (const auto& written : all) {
      written->reader().read_all();
      CHECK(written->wait() == Bundle::End::Sent);
      CHECK((written->reader().bytes == expected));
    }
    pool.stop();
    CHECK(pool.queued() == 0);
  }
}

TEST_CASE("a pool that is stopped during a bundle finishes the bundle") {
  Captured captured({900'000, 900'000, 900'000, 900'000});
  FairPool pool(2, kRoom);
  WrittenByJob written(captured, pool, 64 * 1024);
  while (written.reader().bytes.empty()) written.reader().read_some();
  std::thread stops([&] { pool.stop(); });
  while (pool.submit([] {})) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  written.reader().read_all();
  CHECK(written.wait() == Bundle::End::Sent);
  stops.join();
}

TEST_CASE("a bundle whose reader leaves opens no more files and leaves no job behind") {
  Captured captured({800'000, 800'000, 800'000, 800'000, 800'000, 800'000});
  for (const std::size_t threads : {1u, 2u}) {
    CAPTURE(threads);
    captured.opened = 0;
    FairPool pool(threads, kRoom);
    WrittenByJob written(captured, pool, 64 * 1024);
    while (written.reader().bytes.empty()) written.reader().read_some();
    written.reader().leave();
    CHECK(written.wait() == Bundle::End::ReaderGone);
    pool.stop();
    CHECK(pool.queued() == 0);
    // On one thread, which the writer held, no job had a turn before the end.
    CHECK(captured.opened <= (threads == 1 ? 1 : 1 + ReadAhead::kFilesAhead));
  }
}

TEST_CASE("a damaged file breaks the bundle whether a job or the writer has read it") {
  Captured captured({1000, 400'000, 1000});
  captured.flip(1, 400'000);
  for (const std::size_t threads : {1u, 3u}) {
    CAPTURE(threads);
    FairPool pool(threads, kRoom);
    WrittenByJob written(captured, pool);
    written.reader().read_all();
    CHECK(written.wait() == Bundle::End::Broken);
    CHECK(written.reader().state == BodyPipe::State::Failed);
    CHECK(written.reader().bytes.find(captured.plain[1].substr(0, 64)) == std::string::npos);
  }
}

TEST_CASE("the pace of a download is judged after a grace only") {
  MovedTime clock;
  DownloadPace pace(clock.now());
  CHECK(pace.keeps_up(0));
  clock.move(DownloadPace::kGrace);
  CHECK(pace.keeps_up(0));
  clock.move(std::chrono::seconds(1));
  CHECK_FALSE(pace.keeps_up(0));
  CHECK(pace.keeps_up(31 * DownloadPace::kMinBytesPerSecond));
}

TEST_CASE("a client that has taken most of a download fast cannot keep its thread with the rest") {
  MovedTime clock;
  DownloadPace pace(clock.now());
  std::uint64_t sent = 48ull << 20;  // fast enough for 25 minutes on average
  clock.move(DownloadPace::kGrace);
  CHECK(pace.keeps_up(sent));
  clock.move(DownloadPace::kWindow - std::chrono::seconds(1));
  CHECK(pace.keeps_up(++sent));
  clock.move(std::chrono::seconds(1));
  CHECK_FALSE(pace.keeps_up(++sent));
}

TEST_CASE("a reader whose speed goes up and down is not given up") {
  MovedTime clock;
  DownloadPace pace(clock.now());
  std::uint64_t sent = 0;
  for (int window = 0; window < 20; ++window) {
    clock.move(DownloadPace::kWindow);
    sent +=
        window % 2 == 0 ? 60 * DownloadPace::kMinBytesPerSecond : DownloadPace::kMinBytesInWindow;
    CHECK(pace.keeps_up(sent));
  }
}

}  // namespace countersign::http::bundle_test
