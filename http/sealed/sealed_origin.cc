#include "http/sealed/sealed_origin.h"

#include "core/text/json_document.h"
#include "core/text/json_writer.h"
#include "events/vault/files/sealed_text.h"

namespace countersign::http {
namespace {

constexpr std::size_t kUserAgentMax = 512;

std::string context_of_origin(const RequestId& request) {
  return "origin of request " + request.value();
}

// The text of a member; nullopt if there is none.
std::optional<std::string> text_in(const rapidjson::Value& object, const char* member) {
  const auto found = object.FindMember(member);
  if (found == object.MemberEnd() || !found->value.IsString()) return std::nullopt;
  return std::string(string_in(found->value));
}

}  // namespace

std::string sealed_origin(const CallPtr& call,
                          const SessionKey& key,
                          const SessionId& session,
                          RandomSource& random,
                          const std::optional<std::string>& words) {
  const RequestHead& head = call->head();
  JsonWriter json;
  json.begin_object()
      .member("address", head.peer_address)
      .member("userAgent", head.headers.find("user-agent").value_or("").substr(0, kUserAgentMax));
  if (words) json.member("words", *words);
  json.end_object();
  return seal_text(key, session, context_of_origin(call->request_id()), json.take(), random);
}

std::optional<std::string> open_origin(std::string_view sealed,
                                       const SessionKey& key,
                                       const SessionId& session,
                                       const RequestId& request) {
  return open_text(key, session, context_of_origin(request), sealed);
}

std::optional<std::string> words_of_origin(std::string_view origin) {
  rapidjson::Document document;
  if (!parse_json(document, origin) || !document.IsObject()) return std::nullopt;
  return text_in(document, "words");
}

std::optional<OriginParts> parts_of_origin(std::string_view origin) {
  rapidjson::Document document;
  if (!parse_json(document, origin) || !document.IsObject()) return std::nullopt;
  auto address = text_in(document, "address");
  auto user_agent = text_in(document, "userAgent");
  if (!address || !user_agent) return std::nullopt;
  return OriginParts{*std::move(address), *std::move(user_agent), text_in(document, "words")};
}

}  // namespace countersign::http
