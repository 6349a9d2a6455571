// The download of a bundle of twelve large frames, compared with nginx sending one file of the same
// size. Both go to the same client, one connection at a time.
//
// "reachable" is the result if every core did only the unavoidable work, without a pause: read each
// byte from the vault, decipher and hash it, and send as many bytes from memory through the same
// edge to the same client.
//
//   bundle_bench [--smoke]
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "bench/bare_edge.h"
#include "bench/download_client.h"
#include "bench/rounds.h"
#include "events/crypto/os_random.h"
#include "events/vault/files/vault.h"
#include "http/download/bundle.h"
#include "http/download/zip_window.h"
#include "http/wire/random_ids.h"
#include "tests/programs/support/capture.h"
#include "tests/programs/support/pictures.h"
#include "tests/programs/support/reserved_port.h"
#include "tests/programs/support/running_server.h"
#include "tools/machine/system_clock.h"

namespace countersign::bench {
namespace {

// A JPEG made larger by comment segments (ITU-T T.81, B.2.4.5), which a decoder skips: the size of
// a good camera's picture without the time to decode one.
std::string padded(const std::string& jpeg, std::size_t more_bytes, char fill) {
  constexpr std::size_t kSegment = 65'000;
  std::string larger = jpeg.substr(0, 2);
  for (std::size_t added = 0; added < more_bytes; added += kSegment) {
    const std::size_t length = kSegment + 2;
    larger += "\xff\xfe";
    larger.push_back(static_cast<char>(length >> 8));
    larger.push_back(static_cast<char>(length & 0xff));
    larger.append(kSegment, fill);
  }
  return larger + jpeg.substr(2);
}

bool accepts(std::uint16_t port) {
  const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const bool connected = ::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  ::close(fd);
  return connected;
}

// nginx with one file. It serves until it is destroyed.
class Nginx {
 public:
  Nginx(const std::filesystem::path& folder, std::uint64_t file_bytes) {
    std::filesystem::create_directories(folder / "www");
    std::filesystem::permissions(folder, std::filesystem::perms::all);
    std::ofstream file(folder / "www" / "file.bin", std::ios::binary);
    const std::string block(1 << 20, 'n');
    for (std::uint64_t left = file_bytes; left > 0;) {
      const std::uint64_t size = std::min<std::uint64_t>(left, block.size());
      file.write(block.data(), static_cast<std::streamsize>(size));
      left -= size;
    }
    std::ofstream(folder / "nginx.conf")
        << "user root;\nworker_processes 1;\ndaemon off;\npid " << (folder / "pid").string()
        << ";\nerror_log " << (folder / "error.log").string()
        << ";\nevents { worker_connections 64; }\nhttp { access_log off; sendfile on; "
           "server { listen 127.0.0.1:"
        << port() << "; root " << (folder / "www").string() << "; } }\n";
    process_ = std::make_unique<tests::Program>(
        tests::Arguments{"nginx", "-c", (folder / "nginx.conf").string(), "-p", folder.string()},
        tests::Variables{});
    for (int tries = 0; tries < 200 && !accepts(port()); ++tries) {
      std::this_thread::sleep_for(std::chrono::milliseconds(25));
    }
  }
  ~Nginx() {
    process_->signal(SIGTERM);
    process_->wait(std::chrono::seconds(5));
  }

  std::uint16_t port() const { return port_.number(); }

 private:
  tests::ReservedPort port_;
  std::unique_ptr<tests::Program> process_;
};

// Answers every request with `bytes` bytes from memory, sent in the way of a bundle.
class FromMemory : public BareApplication {
 public:
  explicit FromMemory(std::uint64_t bytes) : bytes_(bytes) {}
  ~FromMemory() override {
    for (std::thread& writer : writers_) writer.join();
  }

  std::shared_ptr<http::BodySink> on_request(http::RequestHead,
                                             std::shared_ptr<http::Exchange> exchange) override {
    auto pipe = std::make_shared<http::BodyPipe>(http::Bundle::kPipeBytes);
    http::Response response;
    response.status = 200;
    response.stream = pipe;
    exchange->respond(std::move(response));
    writers_.emplace_back([pipe, left = bytes_]() mutable {
      while (left > 0) {
        std::string chunk = pipe->take_buffer();
        chunk.resize(std::min<std::uint64_t>(left, http::ZipWindow::kChunkBytes), 'm');
        left -= chunk.size();
        if (!pipe->write_chunk(std::move(chunk))) return;
      }
      pipe->finish();
    });
    return nullptr;
  }

 private:
  const std::uint64_t bytes_;
  std::vector<std::thread> writers_;  // one for each connection, which come one after the other
};

// A file in a vault of its own.
class Stored {
 public:
  Stored(const std::filesystem::path& folder, std::size_t bytes) {
    std::filesystem::create_directories(folder);
    OsRandom random;
    auto vault = Vault::open_folder(folder, clock_, {.reserve_bytes = 0});
    if (!vault) std::exit(1);
    vault_ = std::move(vault).value();
    auto writer = vault_->create(
        {}, SessionKey::random(random), FileId(http::random_uuid(random)), day_of(clock_.now()));
    if (!writer) std::exit(1);
    file_ = std::move(writer).value();
    const auto appended = file_->append(std::string(bytes, 'v'));
    const auto sealed = file_->seal();
    if (!appended || !sealed) std::exit(1);
    sealed_ = *sealed;
  }

  // Core seconds for each byte that is read, deciphered and verified.
  double verify() const {
    constexpr int kTimes = 10;
    const double before = core_ms();
    for (int i = 0; i < kTimes; ++i) {
      auto reader = file_->reader();
      if (!reader || !reader->verify(sealed_.sha256)) std::exit(1);
    }
    return (core_ms() - before) / 1e3 / kTimes / static_cast<double>(sealed_.size_bytes);
  }

 private:
  const SystemClock clock_;
  std::unique_ptr<Vault> vault_;
  std::unique_ptr<FileWriter> file_;
  SealedFile sealed_;
};

int run(bool smoke) {
  tests::RunningServer server({.flags = {"--bundle-rate", "1000000/1s"}});
  const tests::Credentials credentials =
      server.add_client("bench", {"--bundle-rate", "1000000/1s"});
  const tests::Backend backend(server.port(), credentials);
  const tests::OpenSession session = backend.open("LIVENESS");
  const tests::Device device(server.port(), session.token);

  const tests::LivenessChallenge challenge = device.liveness_challenge();
  std::vector<std::string> frames = tests::fresh_recording(challenge.actions, 12);
  for (std::string& frame : frames) {
    frame = padded(frame, smoke ? 65'000 : 3'500'000, static_cast<char>('a' + frame.size() % 26));
  }
  const tests::Answer outcome = device.liveness(challenge.nonce, frames);
  if (!tests::Json(outcome.body).is_true("/ok")) {
    std::fprintf(stderr, "bundle_bench: the frames were refused: %s\n", outcome.body.c_str());
    return 1;
  }

  tests::Request ask{.path = tests::Backend::session_path(session.id, "documents/bundle"),
                     .headers = backend.headers()};
  ask.headers.emplace_back("Connection", "close");
  const std::string bundle_request = tests::bytes_of(ask);
  const std::uint64_t size = download(server.port(), bundle_request).body_bytes;

  const Nginx nginx(server.folder() / "nginx", size);
  const std::string file_request =
      tests::bytes_of({.path = "/file.bin", .headers = {{"Connection", "close"}}});
  const std::size_t repeats = smoke ? 2 : 10;
  const auto measure = [&](std::uint16_t port, const std::string& request) {
    double seconds = 0;
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < repeats; ++i) {
      const Download result = download(port, request);
      seconds += result.seconds;
      bytes += result.body_bytes;
    }
    return static_cast<double>(bytes) / seconds / 1e6;
  };
  compare(
      "bundle_download",
      "MB/s",
      smoke ? 1 : 5,
      0.5,
      [&] { return measure(server.port(), bundle_request); },
      [&] { return measure(nginx.port(), file_request); });

  const Stored stored(server.folder() / "stored", smoke ? 65'000 : 3'500'000);
  FromMemory memory(size);
  const BareEdge edge(memory);
  std::vector<double> reachable;
  for (int round = 0; round < (smoke ? 1 : 5); ++round) {
    const double before = process_ms();
    measure(edge.port(), file_request);
    const double sending =
        (process_ms() - before) / 1e3 / static_cast<double>(size) / static_cast<double>(repeats);
    const double cores = std::thread::hardware_concurrency();
    const double megabytes = cores / (sending + stored.verify()) / 1e6;
    reachable.push_back(megabytes / measure(nginx.port(), file_request));
  }
  std::printf("{\"bench\":\"bundle_download\",\"reachable\":%.3f,\"goal\":0.50}\n",
              median(reachable));
  return 0;
}

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  return countersign::bench::run(argc > 1 && std::string_view(argv[1]) == "--smoke");
}
