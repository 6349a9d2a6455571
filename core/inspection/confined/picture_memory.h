#pragma once

// The allocator of an inspector program, readied for pictures.
namespace countersign::confined {

// Readies malloc for the workers that this process will fork. Each worker judges in fresh memory,
// and the kernel hands memory out page by page, with a fault and zeros for each: without this, that
// is a part of the processor time of a picture that grows with how dear a machine's faults are.
//   - The heap is grown by the memory that an ordinary picture takes, of which nothing is touched:
//     it takes address space, and becomes memory in the worker that writes to it.
//   - The kernel is advised to back the growth with huge pages (madvise(2), MADV_HUGEPAGE): one
//     fault for 2 MiB in place of 512. A kernel without huge pages ignores the advice.
//   - Memory that was freed before goes back to the system, so that no worker copies it.
//   - Memory that is freed later stays with the process, for the next buffer, instead of being
//     given back and faulted in anew. A worker ends with its submission, and its memory with it.
// Nothing here is needed for a picture to be judged: where the system refuses, malloc works as it
// does elsewhere. REQUIRES: one thread. Does nothing if !kConfines: sanitizers have an allocator of
// their own.
void ready_picture_memory();

}  // namespace countersign::confined
