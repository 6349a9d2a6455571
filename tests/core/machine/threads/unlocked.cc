// Must not pass `./dev locks`: each function has a comment with clang's expected diagnostic, and
// clang checks (-Xclang -verify) that it reports exactly these. No program is built from this file.
#include "core/machine/threads/condition.h"
#include "core/machine/threads/fair_mutex.h"
#include "core/machine/threads/mutex.h"
#include "core/machine/threads/shared_mutex.h"

namespace countersign::test {

class Counter {
 public:
  int locked() {
    const MutexLock lock(mutex_);
    return ++count_;
  }
  int unlocked() {
    return count_;  // expected-error {{reading variable 'count_' requires holding mutex 'mutex_'}}
  }
  void unlocked_in_the_middle() {
    RelockableMutexLock lock(mutex_);
    ++count_;
    lock.unlock();
    ++count_;  // expected-error {{writing variable 'count_' requires holding mutex 'mutex_'}}
    lock.lock();
    ++count_;
  }
  void step() REQUIRES_LOCK(mutex_) {
    const MutexUnlock unlocked(mutex_);
    ++count_;  // expected-error {{writing variable 'count_' requires holding mutex 'mutex_'}}
  }
  void step_unlocked() {
    step();  // expected-error {{calling function 'step' requires holding mutex 'mutex_'}}
  }
  void locked_twice() {
    const MutexLock first(mutex_);   // expected-note {{mutex acquired here}}
    const MutexLock second(mutex_);  // expected-error {{acquiring mutex 'mutex_' that is already}}
  }
  void wait() {
    changed_.wait(mutex_);  // expected-error {{calling function 'wait' requires holding mutex}}
  }
  bool tried() {
    mutex_.try_lock();
    return count_ > 0;  // expected-error {{reading variable 'count_' requires holding mutex}}
  }
  void written_while_read() {
    const ReadLock lock(shared_);
    name_ = 'a';  // expected-error {{writing variable 'name_' requires holding mutex 'shared_'}}
  }
  void out_of_turn() {
    turns_ = 1;  // expected-error {{writing variable 'turns_' requires holding mutex 'fair_'}}
  }
  void in_turn() {
    const FairMutexLock lock(fair_);
    turns_ = 1;
  }
  void wrong_order() {
    const MutexLock second(mutex_);
    const MutexLock first(before_);  // expected-error {{mutex 'before_' must be acquired before}}
  }

 private:
  Mutex before_ LOCKED_BEFORE(mutex_);
  Mutex mutex_;
  Condition changed_;
  int count_ GUARDED_BY(mutex_) = 0;
  SharedMutex shared_;
  char name_ GUARDED_BY(shared_) = ' ';
  FairMutex fair_;
  int turns_ GUARDED_BY(fair_) = 0;
};

}  // namespace countersign::test
