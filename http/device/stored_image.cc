#include "http/device/stored_image.h"

#include <utility>

#include "core/machine/memory_reserve.h"

namespace countersign::http {

std::optional<std::string> stored_image(DataFolder& data,
                                        const SessionId& session,
                                        const SessionKey& key,
                                        const StoredFile& file) {
  auto reader = data.vault().open(session, key, file.file, file.day, file.size_bytes);
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
