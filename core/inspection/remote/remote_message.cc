#include "core/inspection/remote/remote_message.h"

#include <fmt/format.h>

#include "core/binary_record.h"
#include "core/inspection/confined/message_form.h"
#include "core/inspection/thresholds/threshold_table.h"
#include "core/inspection/thresholds/threshold_text.h"

namespace countersign::remote {
namespace {

using confined::MessageForm;

template <class Message>
std::string bytes_of_message(const Message& message) {
  std::string bytes;
  append_binary<MessageForm>(bytes, message);
  return bytes;
}

std::string name_of_engine(const EngineVersion& engine) {
  return engine.name + " " + engine.version;
}

// Whether two engines do the same, by the bytes of what they say of themselves.
bool do_the_same(const Capabilities& a, const Capabilities& b) {
  return bytes_of_message(a) == bytes_of_message(b);
}

}  // namespace

std::string encode(const Opening& message) { return bytes_of_message(message); }
std::string encode(const FromHost& message) { return bytes_of_message(message); }

std::optional<Opening> decode_opening(std::string_view bytes) {
  return read_binary<MessageForm, Opening>(bytes);
}
std::optional<FromHost> decode_from_host(std::string_view bytes) {
  return read_binary<MessageForm, FromHost>(bytes);
}

Welcome welcome_of(const Capabilities& capabilities, bool confined) {
  Welcome welcome;
  welcome.confined = confined;
  welcome.capabilities = capabilities;
  welcome.thresholds_version = kThresholdsVersion;
  welcome.thresholds = milli_of(Thresholds{});
  return welcome;
}

std::optional<std::string> unlike(const Welcome& ours, const Welcome& theirs) {
  if (theirs.protocol != ours.protocol || theirs.messages != ours.messages) {
    return fmt::format("it speaks protocol {}.{}, and this server {}.{}: install the same version",
                       theirs.protocol,
                       theirs.messages,
                       ours.protocol,
                       ours.messages);
  }
  const EngineVersion& engine = theirs.capabilities.engine;
  if (engine.name != ours.capabilities.engine.name ||
      engine.version != ours.capabilities.engine.version) {
    return fmt::format("its engine is {}, and that of this server {}: install the same version",
                       name_of_engine(engine),
                       name_of_engine(ours.capabilities.engine));
  }
  if (!do_the_same(ours.capabilities, theirs.capabilities)) {
    return "its engine has other models or abilities than that of this server";
  }
  if (theirs.thresholds_version != ours.thresholds_version ||
      theirs.thresholds != ours.thresholds) {
    return "its table of thresholds is not that of this server: install the same version";
  }
  if (theirs.max_pixels != ours.max_pixels) {
    return fmt::format(
        "its --max-pixels is {}, and that of this server {}", theirs.max_pixels, ours.max_pixels);
  }
  if (theirs.image_max_bytes != ours.image_max_bytes) {
    return fmt::format("its --max-image-bytes is {}, and this server's pictures have at most {}",
                       theirs.image_max_bytes,
                       ours.image_max_bytes);
  }
  if (ours.confined && !theirs.confined) return "its workers are not confined";
  if (theirs.places == 0) return "it has no places";
  return std::nullopt;
}

}  // namespace countersign::remote
