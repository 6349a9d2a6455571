#include "tools/doctor/process_facts.h"

#include <sys/socket.h>
#include <sys/un.h>

#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>

#include "core/machine/files/owned_fd.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> text_in_proc(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return std::nullopt;
  std::string text(std::istreambuf_iterator<char>(stream), {});
  if (stream.bad()) return std::nullopt;
  return text;
}

fs::path folder_in(const fs::path& proc, ::pid_t process) { return proc / std::to_string(process); }

std::vector<std::string> parts_of(std::string_view text, char end) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t size = std::min(text.find(end), text.size());
    parts.emplace_back(text.substr(0, size));
    text.remove_prefix(std::min(size + 1, text.size()));
  }
  return parts;
}

// `Max open files            1024                 4096                 files`
struct ShownLimit {
  bool is_there = false;
  std::optional<std::uint64_t> value{};
};
ShownLimit limit_in(std::string_view text, std::string_view name) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (!line.starts_with(name)) continue;
    line.remove_prefix(name.size());
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (line.starts_with("unlimited")) return {true, std::nullopt};
    std::uint64_t value = 0;
    const auto [rest, failed] = std::from_chars(line.data(), line.data() + line.size(), value);
    if (failed != std::errc() || rest == line.data()) return {};
    return {true, value};
  }
  return {};
}

}  // namespace

std::optional<ProcessLimits> limits_of(const fs::path& proc, ::pid_t process) {
  const auto text = text_in_proc(folder_in(proc, process) / "limits");
  if (!text) return std::nullopt;
  const ShownLimit files = limit_in(*text, "Max open files");
  const ShownLimit space = limit_in(*text, "Max address space");
  const ShownLimit locked = limit_in(*text, "Max locked memory");
  const ShownLimit core = limit_in(*text, "Max core file size");
  if (!files.is_there || !space.is_there || !locked.is_there || !core.is_there) return std::nullopt;
  return ProcessLimits{files.value, space.value, locked.value, core.value};
}

std::optional<ProcessStatus> status_of_process(const fs::path& proc, ::pid_t process) {
  const auto text = text_in_proc(folder_in(proc, process) / "status");
  if (!text) return std::nullopt;
  ProcessStatus status;
  for (const std::string& line : parts_of(*text, '\n')) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::size_t value = line.find_first_not_of(" \t", colon + 1);
    status[line.substr(0, colon)] = value == std::string::npos ? "" : line.substr(value);
  }
  return status;
}

std::vector<::pid_t> children_in(const fs::path& proc, ::pid_t parent) {
  std::vector<::pid_t> children;
  std::error_code failed;
  fs::directory_iterator at(proc, failed);
  for (; !failed && at != fs::directory_iterator(); at.increment(failed)) {
    const std::string name = at->path().filename();
    ::pid_t process = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), process);
    if (error != std::errc() || end != name.data() + name.size()) continue;
    const auto status = status_of_process(proc, process);
    if (!status) continue;
    const auto found = status->find("PPid");
    if (found != status->end() && found->second == std::to_string(parent)) {
      children.push_back(process);
    }
  }
  return children;
}

std::optional<std::vector<std::string>> command_line_of(const fs::path& proc, ::pid_t process) {
  const auto text = text_in_proc(folder_in(proc, process) / "cmdline");
  if (!text || text->empty()) return std::nullopt;
  return parts_of(*text, '\0');
}

std::optional<std::map<std::string, std::string>> environment_of(const fs::path& proc,
                                                                 ::pid_t process) {
  const auto text = text_in_proc(folder_in(proc, process) / "environ");
  if (!text) return std::nullopt;
  std::map<std::string, std::string> variables;
  for (const std::string& one : parts_of(*text, '\0')) {
    const std::size_t equals = one.find('=');
    if (equals != std::string::npos) variables[one.substr(0, equals)] = one.substr(equals + 1);
  }
  return variables;
}

std::optional<fs::path> folder_of_process(const fs::path& proc, ::pid_t process) {
  std::error_code failed;
  fs::path folder = fs::read_symlink(folder_in(proc, process) / "cwd", failed);
  if (failed || !folder.is_absolute()) return std::nullopt;
  return folder;
}

std::optional<::pid_t> listener_of(const fs::path& socket) {
  const std::string name = socket.string();
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (name.size() >= sizeof(address.sun_path)) return std::nullopt;
  std::memcpy(address.sun_path, name.data(), name.size());
  const OwnedFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const auto* const to = reinterpret_cast<const sockaddr*>(&address);
  if (!fd || ::connect(fd.get(), to, sizeof address) != 0) return std::nullopt;
  ::ucred peer{};
  socklen_t size = sizeof peer;
  if (::getsockopt(fd.get(), SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || peer.pid <= 0) {
    return std::nullopt;
  }
  return peer.pid;
}

}  // namespace countersign
