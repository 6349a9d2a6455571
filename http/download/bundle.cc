#include "http/download/bundle.h"

#include <sys/stat.h>
#include <zip.h>

#include <cerrno>
#include <chrono>
#include <utility>

#include "http/answers/session_json.h"
#include "http/download/download_pace.h"
#include "http/download/stored_blocks.h"
#include "http/download/zip_window.h"

namespace countersign::http {
namespace {

constexpr const char* kManifestName = "MANIFEST.txt";

// A regular file of its owner alone, as a central directory that a UNIX made has it (APPNOTE
// section 4.4.15): the mode lies in the upper half. Without a mode of the archive an unpacking
// program may leave a picture to everybody.
constexpr zip_uint32_t kOwnersFile = zip_uint32_t{S_IFREG | S_IRUSR | S_IWUSR} << 16;

// A time in zip's format: local time, which is UTC here, in steps of two seconds.
struct DosTime {
  zip_uint16_t time = 0;
  zip_uint16_t date = 0;
};

DosTime dos_time(UtcTime at) {
  using namespace std::chrono;
  const sys_time<microseconds> point{microseconds(at.value())};
  const sys_days day = floor<days>(point);
  const year_month_day date(day);
  const hh_mm_ss clock(floor<seconds>(point - day));
  const int years = static_cast<int>(date.year()) - 1980;
  if (years < 0 || years > 127) return {0, (1 << 5) | 1};
  return {static_cast<zip_uint16_t>((clock.hours().count() << 11) | (clock.minutes().count() << 5) |
                                    (clock.seconds().count() / 2)),
          static_cast<zip_uint16_t>((static_cast<unsigned>(years) << 9) |
                                    (static_cast<unsigned>(date.month()) << 5) |
                                    static_cast<unsigned>(date.day()))};
}

}  // namespace

std::string bundle_manifest(const Session& session, UtcTime at, Sequence download) {
  std::string text = "# Countersign bundle\n";
  text += "# session: " + to_string(session.id) + "\n";
  if (session.sandbox) text += "# SANDBOX: a test session; no person was inspected\n";
  text += "# downloaded: " + to_string(at) + "\n";
  text += "# sequence of the download's event: " + std::to_string(download.value()) + "\n";
  for (const StoredFile& file : session.files) {
    text += to_hex(file.sha256.value()) + "  " + name_of_file(file) + "\n";
  }
  return text;
}

Bundle::Bundle(const Session& session,
               std::string manifest,
               UtcTime at,
               Open open,
               FairPool& pool,
               SteadyNow now)
    : manifest_(std::move(manifest)), at_(at), open_(std::move(open)), now_(std::move(now)) {
  for (const StoredFile& file : session.files) {
    items_.push_back({file, name_of_file(file), http::stored_at(session, file)});
  }
  ahead_ = std::make_shared<ReadAhead>(
      pool, session.client, items_.size(), [this](std::size_t index) { return read(index); });
}

Bundle::~Bundle() { ahead_->end(); }

std::optional<VaultError> Bundle::prepare() {
  if (items_.empty()) return std::nullopt;
  Fetched first = ahead_->next();
  if (!first) return first.error();
  first_ = std::move(first).value();
  return std::nullopt;
}

Bundle::Fetched Bundle::read(std::size_t index) const {
  const StoredFile& file = items_[index].file;
  auto reader = open_(file);
  if (!reader) return reader.error();
  return VerifiedFile::read(*reader, file);
}

Bundle::Fetched Bundle::next_file() {
  if (first_) return *std::exchange(first_, std::nullopt);
  return ahead_->next();
}

// Connects libzip, which pulls bytes of entries and writes bytes of an archive, with the files and
// the pipe. Lives on the stack of Bundle::write(). libzip calls back only on that thread, and no
// exception may pass through libzip.
class Bundle::Archive {
 public:
  Archive(Bundle& bundle, BodyPipe& pipe)
      : bundle_(bundle),
        pipe_(pipe),
        pace_(bundle.now_),
        window_([this](std::string chunk) { return send(std::move(chunk)); },
                [this] { return new_chunk(); }) {
    zip_error_init(&error_);
  }
  ~Archive() { zip_error_fini(&error_); }
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;

  End run() {
    zip_source_t* target = zip_source_function_create(&Archive::on_target, this, nullptr);
    check(target != nullptr, "libzip makes the source of an archive");
    zip_t* archive = zip_open_from_source(target, ZIP_CREATE | ZIP_TRUNCATE, nullptr);
    check(archive != nullptr, "libzip opens an archive for writing");
    entries_.reserve(bundle_.items_.size());
    for (std::size_t i = 0; i < bundle_.items_.size(); ++i) add_file(archive, i);
    add_manifest(archive);
    if (zip_close(archive) == 0) return End::Sent;
    zip_discard(archive);
    return reader_gone_ ? End::ReaderGone : End::Broken;
  }

 private:
  // The callback argument for one file of the archive.
  struct Entry {
    Archive* archive;
    std::size_t index;
  };

  void add_file(zip_t* archive, std::size_t index) {
    entries_.push_back({this, index});
    const Item& item = bundle_.items_[index];
    zip_source_t* source = zip_source_function(archive, &Archive::on_entry, &entries_.back());
    add(archive, item.name.c_str(), source, ZIP_CM_DEFAULT, item.stored_at);
  }

  void add_manifest(zip_t* archive) {
    const std::string& text = bundle_.manifest_;
    zip_source_t* source = zip_source_buffer(archive, text.data(), text.size(), 0);
    add(archive, kManifestName, source, ZIP_CM_DEFLATE, bundle_.at_);
  }

  static void add(
      zip_t* archive, const char* name, zip_source_t* source, zip_int32_t method, UtcTime at) {
    check(source != nullptr, "libzip makes the source of an archive entry");
    const zip_int64_t index = zip_file_add(archive, name, source, ZIP_FL_ENC_UTF_8);
    check(index >= 0, "libzip adds an entry to an archive");
    const auto entry = static_cast<zip_uint64_t>(index);
    const DosTime time = dos_time(at);
    check(zip_set_file_compression(archive, entry, method, 0) == 0 &&
              zip_file_set_dostime(archive, entry, time.time, time.date, 0) == 0 &&
              zip_file_set_external_attributes(archive, entry, 0, ZIP_OPSYS_UNIX, kOwnersFile) == 0,
          "libzip sets the compression, the time and the mode of an archive entry");
  }

  bool send(std::string chunk) {
    sent_bytes_ += chunk.size();
    reader_gone_ = !pipe_.write_chunk(std::move(chunk)) || !pace_.keeps_up(sent_bytes_);
    return !reader_gone_;
  }

  std::string new_chunk() {
    std::string chunk = current_ ? current_->spent_chunk() : std::string();
    return chunk.capacity() > 0 ? chunk : pipe_.take_buffer();
  }

  zip_int64_t refuse(int code, int system) {
    zip_error_set(&error_, code, system);
    return -1;
  }

  static zip_int64_t on_entry(void* user,
                              void* data,
                              zip_uint64_t length,
                              zip_source_cmd_t command) noexcept {
    const auto& entry = *static_cast<const Entry*>(user);
    return entry.archive->answer_entry(entry.index, data, length, command);
  }

  // Handles the calls by which libzip reads a file.
  zip_int64_t answer_entry(std::size_t index,
                           void* data,
                           zip_uint64_t length,
                           zip_source_cmd_t command) {
    switch (static_cast<int>(command)) {
      case ZIP_SOURCE_OPEN:
        return open_entry();
      case ZIP_SOURCE_READ:
        return static_cast<zip_int64_t>(current_->take(static_cast<char*>(data), length));
      case ZIP_SOURCE_CLOSE:
        current_.reset();
        return 0;
      case ZIP_SOURCE_STAT:
        describe(bundle_.items_[index].file, *static_cast<zip_stat_t*>(data));
        return sizeof(zip_stat_t);
      case ZIP_SOURCE_ERROR:
        return zip_error_to_data(&error_, data, length);
      case ZIP_SOURCE_FREE:
        return 0;
      case ZIP_SOURCE_SUPPORTS:
        return zip_source_make_command_bitmap(ZIP_SOURCE_OPEN,
                                              ZIP_SOURCE_READ,
                                              ZIP_SOURCE_CLOSE,
                                              ZIP_SOURCE_STAT,
                                              ZIP_SOURCE_ERROR,
                                              ZIP_SOURCE_FREE,
                                              -1);
      default:
        return refuse(ZIP_ER_OPNOTSUPP, 0);
    }
  }

  // Describes the file to libzip as already deflated (to stored blocks). libzip passes such an
  // entry through unchanged; for a plain entry it would compute the CRC-32 again.
  static void describe(const StoredFile& file, zip_stat_t& stat) {
    zip_stat_init(&stat);
    stat.valid = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_CRC;
    stat.size = file.size_bytes;
    stat.comp_size = StoredBlocks::size_of(file.size_bytes);
    stat.comp_method = ZIP_CM_DEFLATE;
    stat.crc = file.crc32;  // of the bytes whose SHA-256 was checked
  }

  // libzip opens the entries in order, each once.
  zip_int64_t open_entry() {
    Fetched file = bundle_.next_file();
    if (!file) return refuse(ZIP_ER_READ, EIO);
    current_.emplace(std::move(file).value());
    return 0;
  }

  static zip_int64_t on_target(void* user,
                               void* data,
                               zip_uint64_t length,
                               zip_source_cmd_t command) noexcept {
    return static_cast<Archive*>(user)->answer_target(data, length, command);
  }

  // Handles the calls by which libzip writes the archive.
  zip_int64_t answer_target(void* data, zip_uint64_t length, zip_source_cmd_t command) {
    switch (static_cast<int>(command)) {
      case ZIP_SOURCE_STAT:
        return refuse(ZIP_ER_READ, ENOENT);  // there is no existing archive to modify
      case ZIP_SOURCE_BEGIN_WRITE:
      case ZIP_SOURCE_ROLLBACK_WRITE:
      case ZIP_SOURCE_FREE:
      case ZIP_SOURCE_CLOSE:
        return 0;
      case ZIP_SOURCE_WRITE:
        if (!window_.write({static_cast<const char*>(data), length})) {
          return refuse(ZIP_ER_WRITE, EPIPE);
        }
        return static_cast<zip_int64_t>(length);
      case ZIP_SOURCE_TELL_WRITE:
        return static_cast<zip_int64_t>(window_.position());
      case ZIP_SOURCE_SEEK_WRITE:
        return seek_target(data, length);
      case ZIP_SOURCE_COMMIT_WRITE:
        return window_.finish() ? 0 : refuse(ZIP_ER_WRITE, EPIPE);
      case ZIP_SOURCE_ERROR:
        return zip_error_to_data(&error_, data, length);
      case ZIP_SOURCE_SUPPORTS:
        // libzip asks whether the target supports everything that an archive on disk does; it
        // neither reads nor removes this one.
        return ZIP_SOURCE_SUPPORTS_WRITABLE;
      default:
        return refuse(ZIP_ER_OPNOTSUPP, 0);
    }
  }

  zip_int64_t seek_target(void* data, zip_uint64_t length) {
    const zip_int64_t to =
        zip_source_seek_compute_offset(window_.position(), window_.end(), data, length, &error_);
    if (to < 0) return -1;
    return window_.seek(static_cast<std::uint64_t>(to)) ? 0 : refuse(ZIP_ER_WRITE, EPIPE);
  }

  Bundle& bundle_;
  BodyPipe& pipe_;
  DownloadPace pace_;
  ZipWindow window_;
  std::vector<Entry> entries_;  // reserved in full: libzip holds pointers to the elements
  std::optional<StoredBlocks> current_;
  std::uint64_t sent_bytes_ = 0;
  bool reader_gone_ = false;
  zip_error_t error_;
};

Bundle::End Bundle::write(BodyPipe& pipe) { return Archive(*this, pipe).run(); }

}  // namespace countersign::http
