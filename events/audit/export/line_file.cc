#include "events/audit/export/line_file.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace countersign {
namespace {

constexpr std::size_t kPieceBytes = 1 << 20;

}  // namespace

LineFile::LineFile(OwnedFd file, std::size_t line_bytes_max)
    : file_(std::move(file)),
      line_bytes_max_(line_bytes_max),
      buffer_(kPieceBytes + line_bytes_max + 1) {}

Result<LineFile, tlog::ReadError> LineFile::open(const std::filesystem::path& path,
                                                 std::size_t line_bytes_max) {
  return of(open_named_file(path), line_bytes_max);
}

Result<LineFile, tlog::ReadError> LineFile::open(const HeldFolder& folder,
                                                 std::string_view name,
                                                 std::size_t line_bytes_max) {
  return of(folder.open_file(name), line_bytes_max);
}

Result<LineFile, tlog::ReadError> LineFile::of(Result<OwnedFd, FolderFault> file,
                                               std::size_t line_bytes_max) {
  if (!file && file.error().not_there) return tlog::ReadError{"the file does not exist"};
  if (!file) return tlog::ReadError{file.error().why};
  return LineFile(*std::move(file), line_bytes_max);
}

bool LineFile::rewind() { return skip_to(0); }

bool LineFile::skip_to(std::uint64_t offset) {
  begin_ = 0;
  end_ = 0;
  offset_ = offset;
  failed_ = ::lseek(file_.get(), static_cast<::off_t>(offset), SEEK_SET) < 0;
  return !failed_;
}

LineFile::Got LineFile::next(std::string_view& line) {
  std::size_t searched = 0;
  for (;;) {
    const std::string_view held(buffer_.data() + begin_, end_ - begin_);
    const std::size_t newline = held.find('\n', searched);
    if (newline != held.npos) {
      if (newline > line_bytes_max_) return Got::TooLong;
      line = held.substr(0, newline);
      begin_ += newline + 1;
      offset_ += newline + 1;
      return Got::Line;
    }
    if (held.size() > line_bytes_max_) return Got::TooLong;
    searched = held.size();
    if (!fill()) break;
  }
  if (failed_) return Got::Failed;
  return begin_ == end_ ? Got::End : Got::Cut;
}

// Moves the held bytes to the front and reads behind them; false at the end, and on a failure.
bool LineFile::fill() {
  std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
            buffer_.begin() + static_cast<std::ptrdiff_t>(end_),
            buffer_.begin());
  end_ -= begin_;
  begin_ = 0;
  ::ssize_t count = -1;
  do {
    count = ::read(file_.get(), buffer_.data() + end_, buffer_.size() - end_);
  } while (count < 0 && errno == EINTR);
  failed_ = count < 0;
  if (count <= 0) return false;
  end_ += static_cast<std::size_t>(count);
  return true;
}

}  // namespace countersign
