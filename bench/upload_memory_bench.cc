// The server's resident memory with 1 and with 64 uploads of 10 MB in flight. Every upload has sent
// all but its last kilobyte and is held there.
//
//   upload_memory_bench [--smoke]
#include <chrono>
#include <cstdio>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "tests/programs/support/capture.h"
#include "tests/programs/support/multipart.h"
#include "tests/programs/support/running_server.h"
#include "tests/programs/support/wire.h"

namespace countersign::bench {
namespace {

constexpr std::size_t kImageBytes = 10'000'000;
constexpr std::size_t kHeldBytes = 1'000;

double resident_mib(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) return std::stod(line.substr(6)) / 1024;
  }
  return 0;
}

std::string upload_of(const tests::Device& device) {
  std::mt19937_64 numbers(7);
  std::string image = "\xff\xd8\xff\xe0";
  while (image.size() < kImageBytes) {
    const std::uint64_t number = numbers();
    image.append(reinterpret_cast<const char*>(&number), sizeof number);
  }
  tests::Request request{.method = "POST",
                         .path = "/api/sdk/document",
                         .headers = device.authorization(),
                         .body = tests::multipart({{"nonce", device.nonce("document")},
                                                   {"image", image, "a.jpg", "image/jpeg"}})};
  request.headers.emplace_back("Content-Type", tests::kMultipartType);
  return tests::bytes_of(request);
}

// Sends all but the held bytes of `count` uploads. Once the server has read these bytes from all
// sockets, everything in flight is in the server.
std::vector<std::unique_ptr<tests::Wire>> begin_uploads(const tests::RunningServer& server,
                                                        const tests::Backend& backend,
                                                        std::size_t count) {
  std::vector<std::unique_ptr<tests::Wire>> wires;
  for (std::size_t i = 0; i < count; ++i) {
    const tests::Device device(server.port(), backend.open("DOCUMENT_VERIFICATION").token);
    const std::string bytes = upload_of(device);
    wires.push_back(std::make_unique<tests::Wire>(server.port()));
    wires.back()->send(std::string_view(bytes).substr(0, bytes.size() - kHeldBytes));
  }
  return wires;
}

int run(bool smoke) {
  tests::RunningServer server({.flags = {"--create-rate", "1000000/1s"}});
  const tests::Credentials credentials =
      server.add_client("bench", {"--create-rate", "1000000/1s"});
  const tests::Backend backend(server.port(), credentials);
  const double idle = resident_mib(server.program().id());
  std::vector<std::size_t> counts = {1, 64};
  if (smoke) counts = {1, 8};
  for (const std::size_t count : counts) {
    const auto wires = begin_uploads(server, backend, count);
    // The last bytes sent may still lie in socket buffers; a second is plenty.
    std::this_thread::sleep_for(std::chrono::seconds(1));
    std::printf(
        "{\"bench\":\"upload_memory\",\"unit\":\"MiB\",\"uploads\":%zu,\"body_bytes\":%zu,"
        "\"idle\":%.1f,\"resident\":%.1f,\"more_per_upload\":%.3f}\n",
        count,
        kImageBytes,
        idle,
        resident_mib(server.program().id()),
        (resident_mib(server.program().id()) - idle) / static_cast<double>(count));
    std::fflush(stdout);
    for (const auto& wire : wires) wire->abort();
  }
  return 0;
}

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  return countersign::bench::run(argc > 1 && std::string_view(argv[1]) == "--smoke");
}
