#include "events/rocks/database/info_log.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <rocksdb/env.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>

#include "core/utc_time.h"

namespace countersign {
namespace {

constexpr std::size_t kTextMost = 4096;  // of a line; a longer one is cut

std::string formatted(const char* format, va_list values) {
  std::array<char, kTextMost> text{};
  std::vsnprintf(text.data(), text.size(), format, values);
  return text.data();
}

UtcTime now() { return UtcTime(static_cast<std::int64_t>(rocksdb::Env::Default()->NowMicros())); }

// Thread-safe: each line is appended with one write().
class InfoLog : public rocksdb::Logger {
 public:
  explicit InfoLog(const std::string& path)
      : file_(::open(path.c_str(),
                     O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC,
                     0644)) {}
  ~InfoLog() override {
    if (file_ >= 0) ::close(file_);
  }

  using rocksdb::Logger::Logv;
  void Logv(const char* format, va_list values) override {
    if (file_ < 0) return;
    std::string line = fmt::format("{} {}", to_string(now()), formatted(format, values));
    if (!line.ends_with('\n')) line += '\n';
    const ::ssize_t written = ::write(file_, line.data(), line.size());
    if (written > 0) bytes_ += static_cast<std::size_t>(written);
  }
  std::size_t GetLogFileSize() const override { return bytes_; }

 private:
  const int file_;
  std::atomic<std::size_t> bytes_{0};
};

// Matches LOG and the earlier ones, LOG.old.<time>.
bool is_info_log(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename();
  return name == "LOG" || name.starts_with("LOG.old.");
}

}  // namespace

rocksdb::IOStatus DispensableInfoLog::NewLogger(const std::string& path,
                                                const rocksdb::IOOptions&,
                                                std::shared_ptr<rocksdb::Logger>* made,
                                                rocksdb::IODebugContext*) {
  *made = std::make_shared<InfoLog>(path);
  return rocksdb::IOStatus::OK();
}

rocksdb::IOStatus DispensableInfoLog::RenameFile(const std::string& from,
                                                 const std::string& to,
                                                 const rocksdb::IOOptions& options,
                                                 rocksdb::IODebugContext* debug) {
  const rocksdb::IOStatus status = FileSystemWrapper::RenameFile(from, to, options, debug);
  return is_info_log(from) ? rocksdb::IOStatus::OK() : status;
}

rocksdb::IOStatus DispensableInfoLog::DeleteFile(const std::string& path,
                                                 const rocksdb::IOOptions& options,
                                                 rocksdb::IODebugContext* debug) {
  const rocksdb::IOStatus status = FileSystemWrapper::DeleteFile(path, options, debug);
  return is_info_log(path) ? rocksdb::IOStatus::OK() : status;
}

}  // namespace countersign
