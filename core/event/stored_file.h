#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "core/ids.h"
#include "core/schema.h"
#include "core/terms.h"

namespace countersign {

// Where a file lies in a container: a file of the vault that holds all files of one submission, one
// behind the other.
struct InContainer {
  FileId id;                     // of the container: that of the first file in it
  std::uint64_t size_bytes = 0;  // of the container's plain bytes
  std::uint64_t offset = 0;      // of the file's first byte in them
  bool operator==(const InContainer&) const = default;
};
template <>
inline constexpr auto fields_of<InContainer> = fields(Field{"id", &InContainer::id},
                                                      Field{"sizeBytes", &InContainer::size_bytes},
                                                      Field{"offset", &InContainer::offset});
static_assert(record_is_sound<InContainer>);
template <>
inline constexpr bool left_out_if_empty<InContainer> = true;

// The metadata of one accepted image, which the log keeps permanently. The bytes are in the vault,
// encrypted, until they are purged.
struct StoredFile {
  FileId file;
  FileKind kind = FileKind::Document;
  std::optional<Side> side;  // of a document; none for a selfie
  std::uint32_t seq = 1;     // within its kind, from 1
  ImageFormat format = ImageFormat::Jpeg;
  std::uint64_t size_bytes = 0;
  Sha256 sha256;            // of the bytes as received
  std::uint32_t crc32 = 0;  // of the same bytes; for the zip bundle
  std::string day;          // the vault's folder, see day_of() in core/utc_time.h
  std::uint32_t width = 0;  // in pixels, after applying the EXIF orientation
  std::uint32_t height = 0;
  Sha256 pixels;                               // of the decoded pixels; finds a reused image
  std::optional<PerceptualHash> perceptual{};  // finds a re-encoded image
  std::optional<InContainer> container{};      // none: the vault has a file of this id alone
  bool operator==(const StoredFile&) const = default;
};
template <>
inline constexpr auto fields_of<StoredFile> = fields(Field{"file", &StoredFile::file},
                                                     Field{"kind", &StoredFile::kind},
                                                     Field{"side", &StoredFile::side},
                                                     Field{"seq", &StoredFile::seq},
                                                     Field{"contentType", &StoredFile::format},
                                                     Field{"sizeBytes", &StoredFile::size_bytes},
                                                     Field{"sha256", &StoredFile::sha256},
                                                     Field{"crc32", &StoredFile::crc32},
                                                     Field{"day", &StoredFile::day},
                                                     Field{"width", &StoredFile::width},
                                                     Field{"height", &StoredFile::height},
                                                     Field{"pixels", &StoredFile::pixels},
                                                     Field{"perceptual", &StoredFile::perceptual},
                                                     Field{"container", &StoredFile::container});
static_assert(record_is_sound<StoredFile>);

// The log's record of an image that was judged and rejected. It has neither bytes nor pixels.
struct RefusedImage {
  Sha256 sha256;
  std::uint64_t size_bytes = 0;
  bool operator==(const RefusedImage&) const = default;
};
template <>
inline constexpr auto fields_of<RefusedImage> =
    fields(Field{"sha256", &RefusedImage::sha256}, Field{"sizeBytes", &RefusedImage::size_bytes});
static_assert(record_is_sound<RefusedImage>);

}  // namespace countersign
