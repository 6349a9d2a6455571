#include "tools/machine/daemon_process.h"

#include <malloc.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <initializer_list>

namespace countersign {

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;  // the sanitizer's runtime inspects the process
#else
constexpr bool kSanitized = false;
#endif

constexpr int kArenasOfLittle = 2;

}  // namespace

void close_the_doors() {
  ::umask(077);
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  if (!kSanitized) ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

void raise_descriptor_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

void spare_address_space() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
  ::mallopt(M_ARENA_MAX, kArenasOfLittle);
}

namespace {

sigset_t block_signals(std::initializer_list<int> numbers) {
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);  // a write beyond the file size limit is an error, as on a full disk
  sigset_t blocked;
  ::sigemptyset(&blocked);
  for (const int number : numbers) ::sigaddset(&blocked, number);
  ::pthread_sigmask(SIG_BLOCK, &blocked, nullptr);
  return blocked;
}

}  // namespace

sigset_t block_ending_signals() { return block_signals({SIGTERM, SIGINT}); }

sigset_t block_serving_signals() { return block_signals({SIGTERM, SIGINT, SIGHUP}); }

int wait_for(const sigset_t& blocked) {
  int signal_number = 0;
  ::sigwait(&blocked, &signal_number);
  return signal_number;
}

}  // namespace countersign
