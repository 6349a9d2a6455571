#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/client/client.h"
#include "core/ids.h"
#include "http/secrets/capture_codes.h"

namespace countersign::http {

// Returns whether the client wants links for its sessions.
bool allows_links(const Client& client);

// The addresses at which a person opens a session in a browser: the server's public origin, the
// page and a code. The code is behind `#`, so browsers send it to nobody.
//
// Immutable and thread-safe.
class CaptureLinks {
 public:
  // `key` is KeyRing::derive(kCaptureCodeLabel). `public_origin` is empty if the server does not
  // know its own, and then nothing has an address.
  CaptureLinks(const SecretBytes<32>& key, std::optional<std::string> public_origin);

  const CaptureCodes& codes() const { return codes_; }

  // The address of a session of the client. Returns nullopt without a public origin, and for a
  // client without links.
  std::optional<std::string> link_of(const Client& client, const SessionId& session) const;

  // The address with this code; nullopt without a public origin.
  std::optional<std::string> address_of(std::string_view code) const;

 private:
  CaptureCodes codes_;
  std::optional<std::string> public_origin_;
};

}  // namespace countersign::http
