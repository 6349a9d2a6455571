// GET /api/sdk/capture/logo: the bytes that the operator gave, as they are.
#include <utility>

#include "core/text/base64url.h"
#include "http/device/page/page_source.h"
#include "http/wire/entity_tag.h"

namespace countersign::http {
namespace {

std::string tag_of(const ClientLogo& logo) { return entity_tag(logo.file.sha256.value()); }

// The bytes are nothing but a picture of the type that their header has, whatever they look like to
// somebody else.
Response head_of(const ClientLogo& logo, int status) {
  Response response;
  response.status = status;
  if (status == 200) response.headers.add("Content-Type", std::string(name_of(logo.file.format)));
  response.headers.add("ETag", tag_of(logo));
  response.headers.add("Cache-Control", "no-store");
  response.headers.add("X-Content-Type-Options", "nosniff");
  return response;
}

void reply(DeviceService& service, const CallPtr& call, const ClientLogo& logo) {
  const auto changed = client_event<ClientLogoChanged>(service, logo.event);
  if (!changed) return call->refuse(changed.error());
  auto bytes = from_base64url(changed->bytes);
  if (!bytes) return call->refuse(Problem{.code = ProblemCode::Internal});
  Response response = head_of(logo, 200);
  response.body = *std::move(bytes);
  call->reply(std::move(response));
}

}  // namespace

void get_capture_logo(DeviceService& service, const CallPtr& call, const DeviceSession& device) {
  const auto client = client_of_session(service, device);
  if (!client) return call->refuse(client.error());
  if (!client->logo) {
    return call->refuse({.code = ProblemCode::NotFound, .detail = "The client has no logo."});
  }
  const ClientLogo& logo = *client->logo;
  if (none_match_names(call->head().headers.find("if-none-match"), tag_of(logo))) {
    return call->reply(head_of(logo, 304));
  }
  answer_from_disk(
      service, call, client->key, [&service, call, logo] { reply(service, call, logo); });
}

}  // namespace countersign::http
