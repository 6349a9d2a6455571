// The reviewers' console: a link's code, or the login, and everything behind it.
import { App } from './app.js';
import { languageOf } from './texts/texts.js';
import { preference } from './view/preferences.js';

// A link's code and a login's ticket work once. They leave the address and the history before
// anything else happens. The chosen filters stay.
const fragment = new URLSearchParams(location.hash.slice(1));
const kept = history.state as { choice?: unknown } | null;
history.replaceState(kept === null ? null : { choice: kept.choice }, '', location.pathname);

function given(name: string): string | null {
  const value = fragment.get(name);
  return value === null || value === '' ? null : value;
}

const root = document.getElementById('review');
if (root !== null) {
  const wanted = given('lang') ?? preference('language');
  const app = new App(root, languageOf(wanted === null ? navigator.languages : [wanted]));
  const ticket = given('login');
  if (ticket !== null) void app.takeLogin(ticket);
  else void app.start(given('register'), given('error'));
}
