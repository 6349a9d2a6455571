#pragma once
#include <dlfcn.h>
#include <sys/types.h>
#include <sys/uio.h>

#include <cstddef>
#include <cstdio>

// The calls as the library makes them: each asks the plan and the room, then the system.
//
// These names are hidden, so that no name of the server that loads the library replaces one.
#pragma GCC visibility push(hidden)
namespace countersign::torture {

// Returns whether a call that opens a file has a mode among its arguments.
bool takes_mode(int flags);

// Returns the C library's own function.
template <class Function>
Function next_of(Function, const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

int open_at(int folder, const char* name, int flags, ::mode_t mode);
// Opens with `next`, the C library's own fopen().
std::FILE* open_stream(std::FILE* (*next)(const char*, const char*),
                       const char* path,
                       const char* mode);
ssize_t write_to(int descriptor, const void* bytes, std::size_t size);
ssize_t pwrite_to(int descriptor, const void* bytes, std::size_t size, ::off_t offset);
// For files of the folder writes only the first piece: the caller sees a short write.
ssize_t writev_to(int descriptor, const ::iovec* pieces, int count);
// `call`: the number of the system call.
int sync_by(long call, int descriptor);
int rename_at(int from_folder, const char* from, int to_folder, const char* to, unsigned flags);
int make_folder_at(int folder, const char* name, ::mode_t mode);
int remove_at(int folder, const char* name, int flags);
int truncate_to(int descriptor, ::off_t size);
int allocate_in(int descriptor, int mode, ::off_t offset, ::off_t size);

}  // namespace countersign::torture
#pragma GCC visibility pop
