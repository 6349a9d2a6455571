#pragma once
#include <sys/types.h>

#include <string>
#include <vector>

#include "core/machine/files/owned_fd.h"

namespace countersign::bench {

// A process that forks workers as an inspector does (core/inspection/confined/inspector.h), with
// memory that was readied as an inspector's is, and lets each judge one picture ten times. Made
// before its own process has used much memory: what that has freed, its child would use again. One
// thread.
class WorkerNursery {
 public:
  WorkerNursery();
  ~WorkerNursery();
  WorkerNursery(const WorkerNursery&) = delete;
  WorkerNursery& operator=(const WorkerNursery&) = delete;

  // The CPU time of each of a new worker's ten evaluations of the front of a card, in milliseconds.
  std::vector<double> judge(const std::string& front);

 private:
  pid_t process_ = -1;
  OwnedFd picture_;   // a file in memory
  OwnedFd requests_;  // the size of the picture
  OwnedFd answers_;   // ten times
};

}  // namespace countersign::bench
