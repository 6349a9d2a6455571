#pragma once
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "events/crypto/sha256.h"
#include "http/answers/session_json.h"
#include "http/download/bundle.h"
#include "tests/events/vault/vault_fixture.h"
#include "tests/http/download/pipe_reader.h"

namespace countersign::http {

class MovedTime {
 public:
  SteadyNow now() {
    return [this] { return SteadyTime(Duration(now_us_.load())); };
  }
  void move(Duration by) { now_us_ += by.count(); }

 private:
  std::atomic<std::int64_t> now_us_{1'000'000'000};
};

// A session with stored files of these sizes.
class Captured {
 public:
  explicit Captured(const std::vector<std::size_t>& sizes) {
    session.exists = true;
    session.id = vault.session;
    for (const std::size_t size : sizes) add(size);
  }

  void add(std::size_t size) {
    plain.push_back(bytes_like_an_image(size, plain.size() + 1));
    const SealedFile sealed = vault.store(plain.back());
    StoredFile file;
    file.file = sealed.file;
    file.size_bytes = sealed.size_bytes;
    file.sha256 = sealed.sha256;
    file.crc32 = sealed.crc32;
    file.day = sealed.day;
    const bool document = session.files.size() < 2;
    file.kind = document ? FileKind::Document : FileKind::Selfie;
    if (document) file.side = session.files.empty() ? Side::Front : Side::Back;
    file.seq =
        static_cast<std::uint32_t>(document ? session.files.size() + 1 : session.files.size() - 1);
    file.format = static_cast<ImageFormat>(session.files.size() % 3);
    session.attempts.push_back({document ? Step::Document : Step::Liveness,
                                file.side,
                                1,
                                UtcTime(1'795'000'000'000'000),
                                true,
                                {}});
    session.files.push_back(file);
  }

  std::unique_ptr<Bundle> bundle() { return bundle(pool); }
  std::unique_ptr<Bundle> bundle(FairPool& ahead) {
    return std::make_unique<Bundle>(
        session,
        bundle_manifest(session, at, Sequence(42)),
        at,
        [this](const StoredFile& file) {
          ++opened;
          return vault.vault().open(vault.session, vault.key, file.file, file.day, file.size_bytes);
        },
        ahead,
        time.now());
  }

  void flip(std::size_t index, std::size_t offset) {
    std::string bytes = vault.on_disk(session.files[index].file);
    bytes[offset] = static_cast<char>(bytes[offset] ^ 1);
    vault.put_on_disk(session.files[index].file, bytes);
  }

  MovedTime time;
  VaultFixture vault;
  Session session;
  std::vector<std::string> plain;
  const UtcTime at{1'795'000'000'000'000};
  std::atomic<std::size_t> opened{0};  // files, by bundles
  FairPool pool{2, {.each_client = 64, .all = 64}};
};

struct Written {
  std::string bytes;
  Bundle::End end;
  BodyPipe::State state;
};

inline Bundle::End write_to(Bundle& bundle, BodyPipe& pipe) {
  const Bundle::End end = bundle.write(pipe);
  if (end == Bundle::End::Sent) {
    pipe.finish();
  } else {
    pipe.fail();
  }
  return end;
}

inline Written write(Bundle& bundle, std::size_t pipe_bytes = Bundle::kPipeBytes) {
  const auto pipe = std::make_shared<BodyPipe>(pipe_bytes);
  std::optional<Bundle::End> end;
  std::thread writer([&] { end = write_to(bundle, *pipe); });
  PipeReader reader(pipe);
  reader.read_all();
  writer.join();
  return {reader.bytes, *end, reader.state};
}

}  // namespace countersign::http
