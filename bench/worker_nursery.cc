#include "bench/worker_nursery.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "bench/rounds.h"
#include "core/inspection/confined/picture_memory.h"
#include "core/inspection/engines/embedded_engine.h"
#include "events/crypto/sha256.h"

namespace countersign::bench {
namespace {

constexpr std::size_t kEvaluations = 10;
constexpr std::size_t kMostBytes = 16UL << 20;  // of a picture
using Times = std::array<double, kEvaluations>;

// Ends the program, with the reason that errno has, where a call has failed.
void must(bool done) {
  if (done) return;
  std::perror("worker_nursery");
  std::_Exit(1);
}

[[noreturn]] void be_worker(const EmbeddedEngine& engine, std::string_view picture, int answers) {
  Times times{};
  for (double& time : times) {
    const double start = core_ms();
    (void)engine.evaluate_document({picture, Side::Front, DocumentType::IdCard, UtcTime()});
    time = core_ms() - start;
  }
  must(::write(answers, &times, sizeof times) == sizeof times);
  ::_exit(0);
}

[[noreturn]] void be_nursery(int picture, int requests, int answers) {
  const EmbeddedEngine engine(sha256);
  confined::ready_picture_memory();
  const void* const begin = ::mmap(nullptr, kMostBytes, PROT_READ, MAP_SHARED, picture, 0);
  must(begin != MAP_FAILED);
  for (std::size_t size = 0; ::read(requests, &size, sizeof size) == sizeof size;) {
    const pid_t worker = ::fork();
    must(worker >= 0);
    if (worker == 0) be_worker(engine, {static_cast<const char*>(begin), size}, answers);
    int status = 0;
    must(::waitpid(worker, &status, 0) == worker && status == 0);
  }
  ::_exit(0);
}

}  // namespace

WorkerNursery::WorkerNursery() : picture_(::memfd_create("picture", MFD_CLOEXEC)) {
  must(static_cast<bool>(picture_) &&
       ::ftruncate(picture_.get(), static_cast<off_t>(kMostBytes)) == 0);
  std::array<int, 2> requests{};
  std::array<int, 2> answers{};
  must(::pipe2(requests.data(), O_CLOEXEC) == 0 && ::pipe2(answers.data(), O_CLOEXEC) == 0);
  process_ = ::fork();
  must(process_ >= 0);
  if (process_ == 0) {
    ::close(requests[1]);
    be_nursery(picture_.get(), requests[0], answers[1]);
  }
  ::close(requests[0]);
  ::close(answers[1]);
  requests_ = OwnedFd(requests[1]);
  answers_ = OwnedFd(answers[0]);
}

WorkerNursery::~WorkerNursery() {
  requests_.reset();
  ::waitpid(process_, nullptr, 0);
}

std::vector<double> WorkerNursery::judge(const std::string& front) {
  must(front.size() <= kMostBytes);
  must(::pwrite(picture_.get(), front.data(), front.size(), 0) ==
       static_cast<ssize_t>(front.size()));
  const std::size_t size = front.size();
  must(::write(requests_.get(), &size, sizeof size) == sizeof size);
  Times times{};
  must(::read(answers_.get(), &times, sizeof times) == sizeof times);
  return {times.begin(), times.end()};
}

}  // namespace countersign::bench
