#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "tests/programs/support/program.h"

namespace countersign::bench {

// Ends the program with a sentence: a benchmark with errors in it measures nothing.
[[noreturn]] void give_up(std::string_view why);

// The use of a program that has ended, with its children that it waited for.
struct Ran {
  int status = -1;  // the exit status, or 128 + the signal that killed it
  std::string out;
  double seconds = 0;
  double core_seconds = 0;
  double peak_mib = 0;  // of resident memory
};

// Runs a program to its end, however long it takes. Its stderr is this process's.
Ran run_measured(const tests::Arguments& command);

// The processor time that a running process has used so far, and its memory, without its children.
double core_seconds_of(::pid_t process);
double resident_mib_of(::pid_t process);
// The most resident memory since the last call of forget_peak(), or since the process began.
double peak_mib_of(::pid_t process);
void forget_peak(::pid_t process);

// The bytes of the blocks that the files below a folder take, as du(1) counts them.
std::uint64_t disk_bytes_of(const std::filesystem::path& folder);
// Takes the pages of the files below a folder out of the page cache; names and inodes stay.
void forget_pages_of(const std::filesystem::path& folder);
// Takes pages, names and inodes of the whole machine out of memory, which only root may do. Returns
// whether the kernel did it.
bool drop_all_caches();

}  // namespace countersign::bench
