#include "projections/views/session/document_images.h"

#include <algorithm>

#include "projections/fold/record_bytes.h"
#include "projections/fold/view_key.h"

namespace countersign {
namespace {

using BandImages = std::vector<SeenImage>;

constexpr std::size_t kBandBytes = sizeof(Digest) / DocumentImages::kBands;
static_assert(kBandBytes * DocumentImages::kBands == sizeof(Digest));

std::optional<SessionId> first_session_with_image(ViewBatch& views,
                                                  const ClientKey& client,
                                                  const Sha256& pixels) {
  return load<SessionId>(views, space::kDocumentImages, DocumentImages::pixels_key(client, pixels));
}

BandImages images_of(ViewBatch& views, const std::string& band_key) {
  return load<BandImages>(views, space::kDocumentImages, band_key).value_or(BandImages());
}

}  // namespace

std::string DocumentImages::pixels_key(const ClientKey& client, const Sha256& pixels) {
  ViewKey key = ViewKey().letter('p').text(client.value()).end_of_text();
  return key.bytes(pixels.value()).take();
}

std::array<std::string, DocumentImages::kBands> DocumentImages::band_keys(
    const ClientKey& client, const PerceptualHash& hash) {
  std::array<std::string, kBands> keys;
  for (std::size_t band = 0; band < kBands; ++band) {
    std::array<std::uint8_t, kBandBytes> bits{};
    std::copy_n(hash.value().begin() + band * kBandBytes, kBandBytes, bits.begin());
    ViewKey key = ViewKey().letter('b').text(client.value()).end_of_text();
    keys[band] = key.letter(static_cast<char>('0' + band)).bytes(bits).take();
  }
  return keys;
}

std::optional<ImageCopy> DocumentImages::seen_elsewhere(ViewBatch& views,
                                                        const ClientKey& client,
                                                        const SessionId& session,
                                                        const StoredFile& image) {
  if (is_known(image.pixels) &&
      first_session_with_image(views, client, image.pixels).value_or(session) != session) {
    return ImageCopy{true, 0};
  }
  if (!image.perceptual) return std::nullopt;
  std::optional<ImageCopy> nearest;
  for (const std::string& key : band_keys(client, *image.perceptual)) {
    for (const SeenImage& seen : images_of(views, key)) {
      const std::uint32_t bits = differing_bits(*image.perceptual, seen.perceptual);
      if (seen.session == session || bits > kCopyBitsMax) continue;
      if (!nearest || bits < nearest->differing_bits) nearest = ImageCopy{false, bits};
    }
  }
  return nearest;
}

Projection DocumentImages::projection() {
  return {.name = "document_images",
          .space = space::kDocumentImages,
          .version = 2,
          .shape = shape_of<SeenImage>()};
}

void DocumentImages::fold(const FoldedEvent<DocumentAccepted>& folded, ViewBatch& views) {
  const Session& session = folded.state;
  if (session.sandbox) return;
  const StoredFile& image = folded.event.file;
  if (is_known(image.pixels) && !first_session_with_image(views, session.client, image.pixels)) {
    views.put(
        space::kDocumentImages, pixels_key(session.client, image.pixels), to_bytes(session.id));
  }
  if (!image.perceptual) return;
  for (const std::string& key : band_keys(session.client, *image.perceptual)) {
    BandImages images = images_of(views, key);
    if (images.size() >= kBandImagesMax) images.erase(images.begin());
    images.push_back({session.id, *image.perceptual});
    views.put(space::kDocumentImages, key, to_bytes(images));
  }
}

}  // namespace countersign
