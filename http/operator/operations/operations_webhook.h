#pragma once
#include <optional>
#include <tuple>

#include "core/ids.h"
#include "http/answers/webhook_json.h"
#include "http/json/members.h"
#include "http/operator/operation_input.h"

// The inputs of the operations on webhooks.
namespace countersign::http {

struct WebhookOwner {
  std::optional<ClientKey> client{};
};
template <>
inline constexpr auto members_of<WebhookOwner> = members(Member{
    "clientKey",
    &WebhookOwner::client,
    "The client whose webhooks are listed; without it all.",
    kLeftOut});

struct NamedWebhook {
  ClientKey client;
  WebhookId webhook;
};
template <>
inline constexpr auto members_of<NamedWebhook> = members(Member{"clientKey", &NamedWebhook::client},
                                                         Member{"webhook", &NamedWebhook::webhook});

struct AddedWebhook {
  ClientKey client;
  NewWebhook wanted{};
};
template <>
inline constexpr auto members_of<AddedWebhook> =
    std::tuple_cat(members(Member{"clientKey", &AddedWebhook::client}),
                   members_through(&AddedWebhook::wanted, members_of<NewWebhook>));

struct WebhookToChange {
  NamedWebhook name{};
  ChangedWebhook wanted{};
};
template <>
inline constexpr auto members_of<WebhookToChange> =
    std::tuple_cat(members_through(&WebhookToChange::name, members_of<NamedWebhook>),
                   members_through(&WebhookToChange::wanted, members_of<ChangedWebhook>));

struct WebhookToRotate {
  NamedWebhook name{};
  WebhookRotation wanted{};
};
template <>
inline constexpr auto members_of<WebhookToRotate> =
    std::tuple_cat(members_through(&WebhookToRotate::name, members_of<NamedWebhook>),
                   members_through(&WebhookToRotate::wanted, members_of<WebhookRotation>));

struct WebhookToTest {
  WebhookId webhook;
};
template <>
inline constexpr auto members_of<WebhookToTest> = members(Member{
    "webhook", &WebhookToTest::webhook, "Of any client."});

struct WebhookToReplay {
  NamedWebhook name{};
  WebhookReplay wanted{};
};
template <>
inline constexpr auto members_of<WebhookToReplay> =
    std::tuple_cat(members_through(&WebhookToReplay::name, members_of<NamedWebhook>),
                   members_through(&WebhookToReplay::wanted, members_of<WebhookReplay>));

}  // namespace countersign::http
