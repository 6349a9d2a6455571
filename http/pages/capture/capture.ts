// The hosted page: a link's code, or the token of this tab, and the element that does the rest.
import { defineCaptureElement } from '../sdk/src/capture-element.js';
import type { CaptureElement } from '../sdk/src/capture-element.js';
import { surroundingsOf } from '../sdk/src/camera/surroundings.js';
import type { LoadTestMode } from '../sdk/src/flow/sandbox.js';
import { Library } from '../sdk/src/texts/library.js';
import { languageOf } from '../sdk/src/texts/texts.js';
import type { Language } from '../sdk/src/texts/texts.js';

// These items survive a reload, in this tab alone. A code lasts until it is exchanged for the
// token; the one that was exchanged last is known by its own item.
const tokenItem = 'countersign.token';
const codeItem = 'countersign.code';
const openedItem = 'countersign.opened';
const languageItem = 'countersign.language';

// Reads the parameters behind the # of a link: its code, and a language.
function readFragment(): URLSearchParams {
  return new URLSearchParams(location.hash.slice(1));
}

// The code leaves the address and the history before anything else happens. In the page of an app
// it stays in the address, which people take from there to their browser.
const fragment = readFragment();
// The state of the history entry, which describes the screens, stays with the entry.
if (surroundingsOf(navigator.userAgent, false).app === null) {
  history.replaceState(history.state, '', location.pathname);
}
// A link that is opened in the tab of another capture changes no more than the fragment. A jump
// within the page does so too, and loads nothing.
addEventListener('hashchange', () => {
  const changed = readFragment();
  if (changed.has('c') || changed.has('lang')) location.reload();
});

// A browser may refuse to store: then nothing survives a reload.
function stored(item: string): string | null {
  try {
    return sessionStorage.getItem(item);
  } catch {
    return null;
  }
}

// Null removes the item.
function store(item: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(item);
    else sessionStorage.setItem(item, value);
  } catch {
    return;
  }
}

const script = document.querySelector<HTMLElement>('script[data-worker]');

// Returns the address of the worker, the guide, the style sheet of the element, the controls of a
// test, or a language by its code.
function addressOf(name: string): string {
  return script?.dataset[name] ?? '';
}

const library = new Library((code, attempt) => {
  const address = addressOf(code) + (attempt === 0 ? '' : `?${attempt}`);
  return import(address) as Promise<Language>;
});

function mount(): void {
  defineCaptureElement(library, () => import(addressOf('testMode')) as ReturnType<LoadTestMode>);
  const element = document.createElement('countersign-capture');
  element.setAttribute('worker-url', addressOf('worker'));
  element.setAttribute('wasm-url', addressOf('wasm'));
  element.setAttribute('css-url', addressOf('css'));
  element.setAttribute('history', '');
  element.setAttribute('linked', '');
  const given = fragment.get('c') ?? '';
  // A link that this tab has opened already goes on where the tab is; a new one is another capture.
  const isNew = given !== '' && (given !== stored(openedItem) || stored(tokenItem) === null);
  if (isNew) {
    store(codeItem, given);
    for (const item of [tokenItem, openedItem, languageItem]) store(item, null);
  }
  const code = given === '' ? stored(codeItem) : given;
  // Without one in the link, and without a choice, it is the backend's, or else the browser's.
  const wanted = fragment.get('lang') ?? stored(languageItem);
  if (wanted !== null) element.lang = languageOf([wanted]);
  element.addEventListener('token', ({ detail }) => {
    store(tokenItem, detail.token);
    store(openedItem, code);
    store(codeItem, null);
  });
  followLanguage(element);
  const token = stored(tokenItem);
  if (code !== null) element.code = code;
  if (token !== null) element.token = token;
  document.getElementById('capture')?.append(element);
}

// The page speaks the language of the element: its title, and the language that it declares.
function followLanguage(element: CaptureElement): void {
  element.addEventListener('language', ({ detail: { language } }) => {
    // The browser's language is not stored, because nobody chose it.
    const isUsual = element.lang === '' && language === languageOf(navigator.languages);
    store(languageItem, isUsual ? null : language);
    void library.speech(language).then((speech) => {
      document.documentElement.lang = speech.code;
      document.documentElement.dir = speech.direction;
      document.title = speech.say('welcomeTitle');
    });
  });
}

mount();
