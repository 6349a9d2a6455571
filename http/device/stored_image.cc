#include "http/device/stored_image.h"

#include <utility>

#include "core/machine/memory_reserve.h"

namespace countersign::http {

Result<std::string, InspectionFailure> load(const FileWriter& bytes,
                                            const StoredFile& file,
                                            std::uint64_t limit_bytes) {
  auto reader = bytes.reader({file.container ? file.container->offset : 0, file.size_bytes});
  if (!reader) return InspectionFailure::ImageNotLoaded;
  const MemoryReserve::Spared spared;
  auto image = reader->read_all(limit_bytes);
  if (!image) return InspectionFailure::ImageNotLoaded;
  return std::move(*image);
}

void add_facts(StoredFile& file, const ImageFacts& facts) {
  file.format = facts.format;
  file.width = facts.width;
  file.height = facts.height;
  file.pixels = facts.pixels;
  file.perceptual = facts.perceptual;
}

std::optional<std::string> stored_image(DataFolder& data,
                                        const SessionId& session,
                                        const SessionKey& key,
                                        const StoredFile& file) {
  auto reader = data.vault().open(session, key, file);
  if (!reader) return std::nullopt;
  const MemoryReserve::Spared spared;
  auto bytes = reader->read_all(file.size_bytes);
  if (!bytes) return std::nullopt;
  return std::move(*bytes);
}

std::function<std::optional<std::string>(const StoredFile& file)> stored_images(
    DataFolder& data, const SessionId& session) {
  return [&data, &session](const StoredFile& file) {
    const auto key = data.session_key(session);
    return key ? stored_image(data, session, *key, file) : std::nullopt;
  };
}

}  // namespace countersign::http
