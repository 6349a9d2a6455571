#pragma once

namespace countersign {

// Lowers the calling thread's priority for the rest of its life, so that other threads go first
// where the cores are few (setpriority(2): on Linux a nice value is a thread's). Does nothing if
// the system refuses.
void go_to_background();

}  // namespace countersign
