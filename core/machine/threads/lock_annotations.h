#pragma once

// States which lock protects which data, so that clang checks it whenever it compiles
// (-Wthread-safety, https://clang.llvm.org/docs/ThreadSafetyAnalysis.html). Other compilers ignore
// it. mutex.h has the locks that these are about, and brings this file with it.
//
// These are macros because the [[clang::...]] spelling does not work: clang 14 has no such spelling
// of guarded_by, and looks up the name of a mutex in it before it knows the members of the class.
// The __attribute__ spelling works in clang, but g++ warns about it.
#if defined(__clang__)
#define COUNTERSIGN_LOCK_ATTRIBUTE(x) __attribute__((x))
#else
#define COUNTERSIGN_LOCK_ATTRIBUTE(x)
#endif

// Behind a member: the member is read and written only while the mutex is held. The second form is
// about the object that a pointer points to.
#define GUARDED_BY(mutex) COUNTERSIGN_LOCK_ATTRIBUTE(guarded_by(mutex))
#define POINTEE_GUARDED_BY(mutex) COUNTERSIGN_LOCK_ATTRIBUTE(pt_guarded_by(mutex))

// Behind a mutex that is a member: a thread that takes both takes this one first.
#define LOCKED_BEFORE(...) COUNTERSIGN_LOCK_ATTRIBUTE(acquired_before(__VA_ARGS__))

// Behind the parameters of a function or lambda: its caller holds the mutex, or does not hold it.
#define REQUIRES_LOCK(...) COUNTERSIGN_LOCK_ATTRIBUTE(requires_capability(__VA_ARGS__))
#define EXCLUDES_LOCK(...) COUNTERSIGN_LOCK_ATTRIBUTE(locks_excluded(__VA_ARGS__))

// Behind the parameters of a function that locks, unlocks, or returns a reference to a mutex.
#define ACQUIRES_LOCK(...) COUNTERSIGN_LOCK_ATTRIBUTE(acquire_capability(__VA_ARGS__))
#define ACQUIRES_SHARED_LOCK(...) COUNTERSIGN_LOCK_ATTRIBUTE(acquire_shared_capability(__VA_ARGS__))
#define TRIES_LOCK(...) COUNTERSIGN_LOCK_ATTRIBUTE(try_acquire_capability(__VA_ARGS__))
#define RELEASES_LOCK(...) COUNTERSIGN_LOCK_ATTRIBUTE(release_capability(__VA_ARGS__))
#define RELEASES_SHARED_LOCK(...) COUNTERSIGN_LOCK_ATTRIBUTE(release_shared_capability(__VA_ARGS__))
#define RETURNS_LOCK(mutex) COUNTERSIGN_LOCK_ATTRIBUTE(lock_returned(mutex))

// Between `class` and its name: a lock, and an object that holds a lock as long as it lives.
#define LOCK_CLASS COUNTERSIGN_LOCK_ATTRIBUTE(capability("mutex"))
#define SCOPED_LOCK_CLASS COUNTERSIGN_LOCK_ATTRIBUTE(scoped_lockable)

// Behind the parameters of a function that clang does not check; a comment says why.
#define UNCHECKED_LOCKS COUNTERSIGN_LOCK_ATTRIBUTE(no_thread_safety_analysis)
