#include "core/inspection/confined/message.h"

#include "core/binary_record.h"
#include "core/inspection/confined/message_fields.h"
#include "core/inspection/confined/message_form.h"

namespace countersign::confined {
namespace {

template <class Message>
std::string encoded(const Message& message) {
  std::string bytes;
  append_binary<MessageForm>(bytes, message);
  return bytes;
}

}  // namespace

std::string encode(const ToInspector& message) { return encoded(message); }
std::string encode(const FromInspector& message) { return encoded(message); }
std::string encode(const ToWorker& message) { return encoded(message); }
std::string encode(const FromWorker& message) { return encoded(message); }

template <>
std::optional<ToInspector> decode(std::string_view bytes) {
  return read_binary<MessageForm, ToInspector>(bytes);
}
template <>
std::optional<FromInspector> decode(std::string_view bytes) {
  return read_binary<MessageForm, FromInspector>(bytes);
}
template <>
std::optional<ToWorker> decode(std::string_view bytes) {
  return read_binary<MessageForm, ToWorker>(bytes);
}
template <>
std::optional<FromWorker> decode(std::string_view bytes) {
  return read_binary<MessageForm, FromWorker>(bytes);
}

}  // namespace countersign::confined
