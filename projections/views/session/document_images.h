#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/event/image_copy.h"
#include "core/event/stored_file.h"
#include "core/ids.h"
#include "core/schema.h"
#include "projections/fold/projection.h"

namespace countersign {

// An accepted image of a document, as later images are compared with it.
struct SeenImage {
  SessionId session;
  PerceptualHash perceptual;
  bool operator==(const SeenImage&) const = default;
};
template <>
inline constexpr auto fields_of<SeenImage> = fields(Field{"session", &SeenImage::session},
                                                    Field{"perceptual", &SeenImage::perceptual});
static_assert(record_is_sound<SeenImage>);

// The sessions in which images of documents were accepted, client by client: no client's images are
// compared with another's.
//
//   'p' client key, pixels -> the first session
//   'b' client key, band, its bits -> SeenImages, the latest kBandImagesMax with these bits
//
// Multi-index hashing (Norouzi, Punjani, Fleet: Fast Search in Hamming Space with Multi-Index
// Hashing, 2012): a hash is cut into more bands than kCopyBitsMax, so two hashes that differ in at
// most kCopyBitsMax bits have at least one equal band. A look-up is one read per band, whatever the
// size of the view. Bands have 64 bits, so that few are equal by chance.
//
// Purged images are still found, as frames of faces are: the log keeps the hashes permanently, and
// a person who uses an image again does not do so within its retention. Sandbox sessions are not in
// this view.
class DocumentImages {
 public:
  static constexpr std::size_t kBands = 4;
  static_assert(kBands > kCopyBitsMax);
  static constexpr std::size_t kBandImagesMax = 16;

  static std::string pixels_key(const ClientKey& client, const Sha256& pixels);
  static std::array<std::string, kBands> band_keys(const ClientKey& client,
                                                   const PerceptualHash& hash);
  // The nearest copy of the image in a session of the client other than `session`.
  static std::optional<ImageCopy> seen_elsewhere(ViewBatch& views,
                                                 const ClientKey& client,
                                                 const SessionId& session,
                                                 const StoredFile& image);

  static Projection projection();
  static void fold(const FoldedEvent<DocumentAccepted>& folded, ViewBatch& views);
};

}  // namespace countersign
