// The hosted page: a link's code, or the token of this tab, and the element that does the rest.
import { defineCaptureElement } from '../sdk/src/capture-element.js';
import type { LoadTestMode } from '../sdk/src/flow/sandbox.js';
import { Library } from '../sdk/src/texts/library.js';
import { languageOf } from '../sdk/src/texts/texts.js';
import type { Language } from '../sdk/src/texts/texts.js';

// What survives a reload, in this tab alone. A code lasts until it is exchanged for the token.
const tokenItem = 'countersign.token';
const codeItem = 'countersign.code';

// The code works once. It leaves the address and the history before anything else happens.
const fragment = new URLSearchParams(location.hash.slice(1));
// What the entry says of the screens stays with it.
history.replaceState(history.state, '', location.pathname);

// A browser may refuse to store: then nothing survives a reload.
function stored(item: string): string | null {
  try {
    return sessionStorage.getItem(item);
  } catch {
    return null;
  }
}

function store(item: string, other: string, value: string): void {
  try {
    sessionStorage.setItem(item, value);
    sessionStorage.removeItem(other);
  } catch {
    return;
  }
}

const script = document.querySelector<HTMLElement>('script[data-worker]');

// Of the worker, of the guide, of the controls of a test, or of a language by its code.
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
  // Without one in the link it is the backend's, or else the browser's.
  const wanted = fragment.get('lang');
  if (wanted !== null) element.lang = languageOf([wanted]);
  element.setAttribute('worker-url', addressOf('worker'));
  element.setAttribute('wasm-url', addressOf('wasm'));
  element.setAttribute('history', '');
  element.addEventListener('token', (event) => {
    store(tokenItem, codeItem, (event as CustomEvent<{ token: string }>).detail.token);
  });
  followLanguage(element);
  // A new link in an old tab is another capture.
  const given = fragment.get('c') ?? '';
  if (given !== '') store(codeItem, tokenItem, given);
  const code = given === '' ? stored(codeItem) : given;
  if (code !== null) element.code = code;
  else element.token = stored(tokenItem) ?? '';
  document.getElementById('capture')?.append(element);
}

// The page speaks the language of the element: its title, and the language that it declares.
function followLanguage(element: HTMLElement): void {
  element.addEventListener('language', (event) => {
    const { language } = (event as CustomEvent<{ language: string }>).detail;
    void library.speech(language).then((speech) => {
      document.documentElement.lang = speech.code;
      document.documentElement.dir = speech.direction;
      document.title = speech.say('welcomeTitle');
    });
  });
}

mount();
