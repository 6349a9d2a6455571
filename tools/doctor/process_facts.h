#pragma once
#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

// Reads what the system says of a process, proc(5). `proc` is /proc, or a folder of its form. A
// file that is missing or hidden, or has another form than expected, gives no value.
namespace countersign {

// The limits of a process now (the soft ones). Without a value in a member there is no limit.
struct ProcessLimits {
  std::optional<std::uint64_t> open_files{};
  std::optional<std::uint64_t> address_space{};
  std::optional<std::uint64_t> locked_memory{};
  std::optional<std::uint64_t> core_file{};
};
std::optional<ProcessLimits> limits_of(const std::filesystem::path& proc, ::pid_t process);

// The lines NAME: VALUE of a process's status, such as `VmSwap`, `Seccomp`, `PPid`.
using ProcessStatus = std::map<std::string, std::string>;
std::optional<ProcessStatus> status_of_process(const std::filesystem::path& proc, ::pid_t process);

// The processes whose parent is `parent`, as far as they are shown.
std::vector<::pid_t> children_in(const std::filesystem::path& proc, ::pid_t parent);

// The command line of a process, the program included.
std::optional<std::vector<std::string>> command_line_of(const std::filesystem::path& proc,
                                                        ::pid_t process);
// Its environment as it was at its start; hidden from all but root for the server.
std::optional<std::map<std::string, std::string>> environment_of(const std::filesystem::path& proc,
                                                                 ::pid_t process);
// The folder that a process works in, from which its relative paths begin; hidden as its
// environment is.
std::optional<std::filesystem::path> folder_of_process(const std::filesystem::path& proc,
                                                       ::pid_t process);

// The process that listens on a unix socket; none if nobody does, or in another namespace of
// processes.
std::optional<::pid_t> listener_of(const std::filesystem::path& socket);

}  // namespace countersign
