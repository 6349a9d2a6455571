// <countersign-capture>: a whole capture in one element.
//
// Attributes: `server` (origin of the server; the page's own if it is absent), `lang`,
// `worker-url` and `wasm-url` (of the guide; without them there is no guidance), `css-url` (of the
// look, for browsers that adopt no style sheet), `history` (the screens have entries in the
// browser's history, which is then no other's, and the last one is the same in this tab after a
// reload), `linked` (people come to the page by links: without a token and a code the element says
// that the link is invalid, and would be empty otherwise).
// Properties: `token` of the session, or `code` of a link, either of which starts the capture (with
// both, the code is for the case that another device has the session; '' counts as absent, as null
// does); `texts`, which replace ours. A property that was set counts more than an attribute of its
// name. A property may be set before the element is defined, as frameworks do around a lazy import.
// Attributes `token` and `code`: React and Vue write them in the place of properties that they do
// not find yet. The element takes their values and removes them, so that no markup has a secret.
// Events: `step`, `outcome`, `done`, `error`, `token` after a code was redeemed, and `language`
// when the element begins to speak one. None bubbles.
import type { StepOutcome } from './calls.js';
import { Flow } from './flow/flow.js';
import type { LoadTestMode } from './flow/sandbox.js';
import { Library } from './texts/library.js';
import { english, languageOf, Speech } from './texts/texts.js';
import type { Language, Replacements } from './texts/texts.js';
import { Frame } from './view/frame.js';
import { addStyles } from './view/styles.js';
import { Wording } from './view/wording.js';

export interface CaptureEvents {
  /** The screen that is shown now, such as DOCUMENT_CAMERA. */
  step: CustomEvent<{ screen: string }>;
  /** The server's answer to a submission. */
  outcome: CustomEvent<StepOutcome>;
  /** The end: a copy of the result. Your backend reads the one that counts. */
  done: CustomEvent<{ result: string }>;
  /** A call failed for good, by its code. The element shows the person a message. */
  error: CustomEvent<{ code: string }>;
  /** A code was redeemed for this token. */
  token: CustomEvent<{ token: string }>;
  /** The element speaks this language now. */
  language: CustomEvent<{ language: string }>;
}

// The package can also be imported without a page, as when a page is rendered on a server.
const Base: typeof HTMLElement =
  typeof HTMLElement === 'undefined' ? (class {} as typeof HTMLElement) : HTMLElement;

type Type = keyof CaptureEvents;
type Listener<T extends Type> = (this: CaptureElement, event: CaptureEvents[T]) => unknown;

// The events of the element, by their types.
export interface CaptureElement {
  addEventListener<T extends Type>(
    type: T,
    listener: Listener<T>,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<T extends keyof HTMLElementEventMap>(
    type: T,
    listener: (this: HTMLElement, event: HTMLElementEventMap[T]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<T extends Type>(
    type: T,
    listener: Listener<T>,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener<T extends keyof HTMLElementEventMap>(
    type: T,
    listener: (this: HTMLElement, event: HTMLElementEventMap[T]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

export class CaptureElement extends Base {
  /** Where the texts of a language come from: `defineCaptureElement` says it. */
  static library = new Library(() => Promise.reject(new Error('no languages')));
  /** Where the controls of a test come from, which no other session needs. */
  static testMode: LoadTestMode = () => Promise.reject(new Error('no test mode'));
  static readonly observedAttributes = [
    ...['lang', 'server', 'worker-url', 'wasm-url'],
    ...['token', 'code'],
  ];

  #token: string | null = null;
  #code: string | null = null;
  // The code for which the token was given; null if the page has set the token.
  #redeemed: string | null = null;
  // The properties that were set before the element was defined, until it is.
  readonly #early = new Set<string>();
  #texts: Replacements = {};
  #wording: Wording | null = null;
  #frame: Frame | null = null;
  #flow: Flow | null = null;
  #language: Language = english;
  // Settles when the language that was wanted last is spoken.
  #worded = Promise.resolve();
  #isDue = false;
  // The language that the backend asked for; '' without one.
  #wished = '';

  constructor() {
    super();
    this.#takeOver();
    queueMicrotask(() => this.#early.clear());
  }

  get token(): string | null {
    return this.#token;
  }

  // Frameworks set `undefined` or '' where a value is gone, or has not come yet.
  set token(token: string | null | undefined) {
    this.#token = textOf(token);
    this.#redeemed = null;
    this.#restart();
  }

  get code(): string | null {
    return this.#code;
  }

  set code(code: string | null | undefined) {
    this.#code = textOf(code);
    if (this.#redeemed !== null && this.#redeemed !== this.#code) this.token = null;
    this.#restart();
  }

  get texts(): Replacements {
    return this.#texts;
  }

  set texts(texts: Replacements | null | undefined) {
    this.#texts = texts ?? {};
    const code = this.#wording?.speech.code;
    if (code === undefined) return;
    this.#wording?.change(new Speech(code, this.#language, this.#texts));
  }

  connectedCallback(): void {
    if (this.#frame === null) this.#build();
    this.#restart();
  }

  disconnectedCallback(): void {
    this.#flow?.stop();
    this.#flow = null;
  }

  attributeChangedCallback(name: string, _before: string | null, value: string | null): void {
    if (name === 'token' || name === 'code') this.#takeSecret(name, value);
    else if (name !== 'lang') this.#restart();
    else if (this.#wording !== null) this.#worded = this.#speak();
  }

  #takeSecret(name: 'token' | 'code', value: string | null): void {
    if (value === null) return;
    if (!this.#early.has(name)) this[name] = value;
    this.removeAttribute(name);
  }

  // A property that was set before the element was defined is an own property, and hides the
  // setter.
  #takeOver(): void {
    const accessors = Object.getOwnPropertyDescriptors(CaptureElement.prototype);
    for (const [name, { set }] of Object.entries(accessors)) {
      const own = Object.getOwnPropertyDescriptor(this, name);
      if (set === undefined || own === undefined || !Reflect.deleteProperty(this, name)) continue;
      set.call(this, own.value);
      this.#early.add(name);
    }
  }

  #build(): void {
    const root = this.attachShadow({ mode: 'open' });
    addStyles(root, textOf(this.getAttribute('css-url')));
    this.#wording = new Wording(new Speech('en', english, this.#texts));
    this.#frame = new Frame(this.#wording, (code) => {
      // As an attribute, so that a page around can follow.
      this.lang = code;
    });
    root.append(this.#frame.root);
    this.#worded = this.#speak();
  }

  #wanted(): string {
    return languageOf(this.lang === '' ? [this.#wished, ...navigator.languages] : [this.lang]);
  }

  // Changes to the language that is wanted, when its file is there. If the file cannot be had, the
  // language stays as it is, which is English at first, and the attribute says so.
  async #speak(): Promise<void> {
    const code = this.#wanted();
    const language = await CaptureElement.library.language(code);
    // Another one has been chosen meanwhile.
    if (code !== this.#wanted()) return this.#worded;
    if (language === null) {
      this.lang = this.#wording?.speech.code ?? 'en';
      return this.#worded;
    }
    this.#language = language;
    this.#wording?.change(new Speech(code, language, this.#texts));
    this.#frame?.reveal();
    this.#tell('language', { language: code });
    void this.#flow?.speaks();
  }

  // The backend's wish does not overrule a `lang` that the page or the person has set.
  async #wish(language: string): Promise<void> {
    const before = this.#wanted();
    this.#wished = language;
    if (this.#wanted() !== before) this.#worded = this.#speak();
    return this.#worded;
  }

  // After all that the page sets in one go.
  #restart(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.#flow?.stop();
      this.#flow = null;
      if (!this.isConnected) return;
      if (this.#token !== null || this.#code !== null || this.hasAttribute('linked')) this.#start();
      else this.#frame?.empty();
    });
  }

  #start(): void {
    if (this.#frame === null || this.#wording === null) return;
    const options = {
      server: this.getAttribute('server') ?? '',
      token: this.#token ?? (this.#code === null ? '' : null),
      code: this.#code,
      workerUrl: textOf(this.getAttribute('worker-url')),
      wasmUrl: textOf(this.getAttribute('wasm-url')),
      history: this.hasAttribute('history') ? globalThis.history : null,
      memory: this.hasAttribute('history') ? memoryOfTab() : null,
      testMode: CaptureElement.testMode,
    };
    this.#flow = new Flow(this, this.#frame, this.#wording, options, {
      step: (screen) => this.#tell('step', { screen }),
      outcome: (answer) => this.#tell('outcome', answer),
      done: (result) => this.#tell('done', { result }),
      error: (code) => this.#tell('error', { code }),
      token: (token) => this.#keep(token),
      language: () => this.#wanted(),
      wish: (language) => this.#wish(language),
    });
    this.#flow.start(this.#worded);
  }

  // The element goes on with the token when it is put somewhere else in the page.
  #keep(token: string): void {
    this.#token = token;
    this.#redeemed = this.#code;
    this.#tell('token', { token });
  }

  #tell(type: keyof CaptureEvents, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

// A browser may refuse to store.
function memoryOfTab(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

function textOf(value: string | null | undefined): string | null {
  return value === undefined || value === '' ? null : value;
}

const elementName = 'countersign-capture';

// Makes the element known to the page, with the languages of `library` and the controls of a test.
export function defineCaptureElement(library: Library, testMode: LoadTestMode): void {
  CaptureElement.library = library;
  CaptureElement.testMode = testMode;
  if (typeof customElements === 'undefined') return;
  if (customElements.get(elementName) === undefined) {
    customElements.define(elementName, CaptureElement);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    [elementName]: CaptureElement;
  }
}
