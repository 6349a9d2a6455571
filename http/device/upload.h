#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/event/stored_file.h"
#include "core/ids.h"
#include "core/inspection/decode/declared_picture.h"
#include "core/machine/threads/mutex.h"
#include "core/machine/threads/strand.h"
#include "core/terms.h"
#include "events/crypto/sha256.h"
#include "events/vault/files/file_writer.h"
#include "events/vault/session_key.h"
#include "http/call/call.h"
#include "http/edge/body_sink.h"
#include "http/limits/upload_permits.h"
#include "http/metrics/metrics.h"
#include "http/wire/multipart.h"

namespace countersign::http {

struct DeviceService;

// The parts and limits of an upload endpoint's form.
struct UploadForm {
  std::string_view file_part;  // the form field of an image
  std::size_t max_files = 1;   // more files are refused
  ProblemCode too_many = ProblemCode::InvalidMultipart;
  std::uint64_t max_file_bytes = 0;
  std::uint64_t max_pixels = 0;                  // of an image that is decoded at once
  std::uint64_t max_request_bytes = 0;           // the whole body
  std::span<const std::string_view> text_parts;  // each may occur once
  bool keeps_file_names = false;                 // for a sandbox; ignored otherwise
  // Whether the files are stored, or only hashed so that the form can be compared.
  enum class Keep : std::uint8_t { Files, Hashes };
  Keep keep = Keep::Files;
};

// The bytes of a form's images, one behind the other in one file of the vault, which is invisible
// until `writer` is committed. In an upload that is only compared with an earlier one the bytes are
// not stored, and there is no writer.
struct UploadedBytes {
  std::optional<FairShares::Share> descriptor;  // for `writer`, which is destroyed first
  std::unique_ptr<FileWriter> writer;           // sealed

  void discard() {
    writer.reset();
    descriptor.reset();
  }
};

struct ReceivedForm {
  struct Text {
    std::string_view name;
    std::string value;
  };
  std::vector<Text> texts;
  // The images, as far as their bytes determine them; the format is from the first of the bytes. If
  // the form may have several, they are in a container, which is the vault's file.
  std::vector<StoredFile> files;
  UploadedBytes bytes;
  std::vector<std::string> file_names;  // as declared, one per file, if they are kept
  std::optional<SessionKey> key;        // the session's, if the files are stored

  std::optional<std::string> text(std::string_view name) const {
    for (const Text& each : texts) {
      if (each.name == name) return each.value;
    }
    return std::nullopt;
  }
};

// Writes a multipart body to the vault without collecting it in memory. The event loop's thread
// only parses. Encryption and disk I/O run on the transfers pool, one job at a time for each
// upload. If a body arrives faster than the disk can store it, about kWaitingMaxBytes wait in
// memory; then reading from the client is paused.
//
// A fault in the form is answered here, as soon as it can be known, and consumes no nonce.
// `on_received` is called once, on the transfers pool, for a complete form. If the client
// disconnects before that, the written bytes are discarded. All images of a form are in one file of
// the vault, which no other form has.
class Upload final : public BodySink, public PartSink, public std::enable_shared_from_this<Upload> {
 public:
  static constexpr std::size_t kChunkBytes = 256 * 1024;
  static constexpr std::size_t kWaitingMaxBytes = 512 * 1024;
  static constexpr std::size_t kTextMaxBytes = 256;
  // The part of a request that is not files: boundaries, part heads, texts.
  static constexpr std::uint64_t kFormOverheadBytes = 64 * 1024;

  using OnReceived = std::function<void(ReceivedForm form)>;

  // Refuses from the head: not multipart, too large, or too many uploads (upload_permits.h). An
  // upload that stores files ends with its session: 401.
  static Result<std::shared_ptr<Upload>, Problem> begin(DeviceService& service,
                                                        const CallPtr& call,
                                                        const UploadOwner& owner,
                                                        const UploadForm& form,
                                                        OnReceived on_received);

  // Use begin().
  Upload(DeviceService& service,
         CallPtr call,
         const UploadOwner& owner,
         UploadPermits::PermitPtr permit,
         const UploadForm& form,
         std::string_view boundary,
         OnReceived on_received);

  Flow on_announced(std::uint64_t bytes) override;
  Flow on_data(std::string_view bytes) override;
  void on_end() override;
  void on_abort() override;

  bool on_part(const PartHead& head) override;
  bool on_part_data(std::string_view bytes) override;
  bool on_part_end() override;

 private:
  struct Chunk {
    std::string bytes;
    ImageFormat format;
    bool last = false;  // whether this ends its file
  };
  enum class Part { Ignored, Text, File };

  // Called on the event loop's thread.
  bool begin_file(const PartHead& head);
  bool take_file_data(std::string_view bytes);
  bool sniff();
  bool is_small_enough(std::string_view bytes);
  bool hand_over(bool last);
  bool is_complete();

  // Called on any thread.
  bool refuse(const Problem& problem);  // returns false, so that a callback can return it
  void abandon();
  void end_with_its_session();
  void end_with_session(UploadPermits::Ended why);

  // Called on the strand.
  void store(const Chunk& chunk);
  template <class Work>
  void guarded_storing(const Work& work);
  std::optional<Problem> write(const Chunk& chunk);
  std::optional<Problem> begin_image(ImageFormat format);
  std::optional<Problem> begin_vault_file(const FileId& id);
  std::optional<Problem> seal();
  void taken(std::size_t bytes);
  void deliver();

  DeviceService& service_;
  const CallPtr call_;
  const SessionId session_;
  const UploadPermits::PermitPtr permit_;
  const UploadForm form_;
  OnReceived on_received_;  // accessed by the thread that sets `over_`
  const std::shared_ptr<Strand> strand_;
  const Metrics::Upload counted_;

  // Used by the event loop's thread; once the body has ended, by the strand.
  MultipartReader reader_;
  Part part_ = Part::Ignored;
  std::uint64_t received_bytes_ = 0;
  std::size_t files_begun_ = 0;
  std::uint64_t file_bytes_ = 0;
  std::optional<ImageFormat> format_;
  DeclaredPictureReader declared_;  // of the file
  std::string chunk_;
  std::vector<ReceivedForm::Text> texts_;
  std::vector<std::string> file_names_;

  // Used by the strand only.
  ReceivedForm received_;
  std::optional<Sha256Stream> hash_only_;
  bool in_file_ = false;

  std::atomic<bool> over_{false};  // refused, delivered, or the client left
  Mutex mutex_;
  std::size_t waiting_bytes_ GUARDED_BY(mutex_) = 0;
  bool paused_ GUARDED_BY(mutex_) = false;
};

}  // namespace countersign::http
