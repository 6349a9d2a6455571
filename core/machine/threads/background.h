#pragma once

namespace countersign {

// How far a thread steps back behind those of the service, as a nice value of setpriority(2). While
// the cores are busy, a thread of nice 10 gets a ninth of what one of nice 0 gets, and one of nice
// 19 a seventieth (sched_prio_to_weight in kernel/sched/core.c of Linux).
//
// Neither is SCHED_IDLE, and neither has an I/O class of its own. The I/O priority follows from the
// nice value (ioprio_set(2)): 19 is the last of the best-effort class. A thread of the idle classes
// might hold a lock of the database, or a write that a sync of the service waits for, and get no
// turn for as long as others work.
enum class Background : int {
  Low = 10,    // somebody waits for a page
  Lowest = 19  // work of minutes
};

// Lowers the calling thread's priority for the rest of its life, so that other threads go first
// where the cores are few (on Linux a nice value is a thread's). Threads that it starts from then
// on inherit the priority. Does nothing to the priority if the system refuses.
void go_to_background(Background how = Background::Low);

// Whether the calling thread has called go_to_background(). Such a thread takes no part in work
// that others wait for.
bool is_in_background();

}  // namespace countersign
