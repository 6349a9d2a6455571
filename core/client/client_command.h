#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "core/event/capture_page.h"
#include "core/event/client_policy.h"
#include "core/ids.h"
#include "core/utc_time.h"

// The commands to a client. core/stream/command.h lists the parts of a command.
namespace countersign {

struct RegisterClient {
  UtcTime at;
  std::string name;
  ClientPolicy policy;
  SecretHash secret;
  bool sandbox = false;
};

struct ChangeClient {
  UtcTime at;
  std::string name;
  ClientPolicy policy;
};

struct AddSecret {
  UtcTime at;
  SecretHash secret;
};

struct RevokeSecret {
  UtcTime at;
  std::uint32_t secret_id = 0;
};

struct DisableClient {
  UtcTime at;
  std::string reason;
};

// A disabled client can be closed too.
struct CloseClient {
  UtcTime at;
  std::string reason;
  UtcTime purge_at;
};

// The caller of the next three has held them against core/client/page_rules.h.
struct ChangeCapturePage {
  UtcTime at;
  CapturePage page;
};

struct ChangeLogo {
  UtcTime at;
  std::optional<LogoFile> logo{};  // none: removes it
  std::string bytes{};             // of the file, in base64url
};

struct ChangeConsentText {
  UtcTime at;
  std::optional<ConsentVersion> consent{};  // none: removes the text
  std::string text{};
  std::optional<std::string> language{};  // none: of every language without its own
};

using ClientCommand = std::variant<RegisterClient,
                                   ChangeClient,
                                   AddSecret,
                                   RevokeSecret,
                                   DisableClient,
                                   CloseClient,
                                   ChangeCapturePage,
                                   ChangeLogo,
                                   ChangeConsentText>;

}  // namespace countersign
