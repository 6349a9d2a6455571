#include "http/secrets/capture_links.h"

#include <utility>

namespace countersign::http {
namespace {

constexpr std::string_view kCapturePage = "/capture#c=";

}  // namespace

bool allows_links(const Client& client) { return client.page.links; }

CaptureLinks::CaptureLinks(const SecretBytes<32>& key, std::optional<std::string> public_origin)
    : codes_(key), public_origin_(std::move(public_origin)) {}

std::optional<std::string> CaptureLinks::link_of(const Client& client,
                                                 const SessionId& session) const {
  if (!public_origin_ || !allows_links(client)) return std::nullopt;
  return address_of(codes_.link(session));
}

std::optional<std::string> CaptureLinks::address_of(std::string_view code) const {
  if (!public_origin_) return std::nullopt;
  std::string address = *public_origin_;
  address += kCapturePage;
  address += code;
  return address;
}

}  // namespace countersign::http
