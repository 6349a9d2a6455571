// A running capture: keeps the state, shows the screen of each phase, does the work of the phase,
// and ends the work with the phase.
import { CameraError, hasCameraSupport } from '../camera/camera.js';
import { FileError } from '../camera/picture.js';
import { CaptureClient, newIdempotencyKey } from '../client.js';
import { Guide } from '../guide.js';
import type { Thresholds } from '../guide.js';
import { screenOf } from '../screens/screens.js';
import type { Context, Live, Screen } from '../screens/screen.js';
import type { Key } from '../texts/texts.js';
import type { Frame } from '../view/frame.js';
import { applyColours, showLogo } from '../view/theme.js';
import type { Wording } from '../view/wording.js';
import type { Desk, Picture } from '../work/desk.js';
import { Challenges } from '../work/desk.js';
import { askAgain } from '../work/info.js';
import { workOf } from '../work/work.js';
import { Connection } from '../online.js';
import { endingIn, keepEnding } from './ending.js';
import type { Ending, Memory } from './ending.js';
import { hostOf, isLocal } from './local.js';
import { Sandbox } from './sandbox.js';
import type { LoadTestMode } from './sandbox.js';
import { initialState, next } from './machine.js';
import type { Event, State } from './machine.js';
import { eventOf } from './refusals.js';
import { Trail } from './trail.js';
import type { Track } from './trail.js';

export interface FlowOptions {
  readonly server: string;
  // With both, the token goes on with the session while nobody else has the link opened.
  readonly token: string | null;
  readonly code: string | null;
  readonly workerUrl: string | null;
  readonly wasmUrl: string | null;
  // The browser's history, if the screens are to have entries in it; else null.
  readonly history: Track | null;
  // Where what the last screen says is kept for a reload, if it is; else null.
  readonly memory: Memory | null;
  readonly testMode: LoadTestMode;
}

// The flow's reports to the element, which passes them on to the page.
export interface Listener {
  step(screen: string): void;
  outcome(answer: unknown): void;
  done(result: string): void;
  error(code: string): void;
  token(token: string): void;
  // The language that is wanted now, and the one that the backend asks for.
  language(): string;
  wish(language: string): Promise<void>;
}

const warnMs = 120_000;

export class Flow {
  readonly #host: HTMLElement;
  readonly #frame: Frame;
  readonly #wording: Wording;
  readonly #options: FlowOptions;
  readonly #listener: Listener;
  readonly #client: CaptureClient;
  readonly #end = new AbortController();
  readonly #desk: Desk;
  readonly #connection: Connection;
  readonly #trail: Trail | null;
  readonly #sandbox: Sandbox;
  #state: State = initialState;
  #phaseEnd = new AbortController();
  #guide: { started: Promise<Guide | null>; thresholds: string } | null = null;
  #next: Key | null = null;
  #themed = false;
  #warning: ReturnType<typeof setTimeout> | undefined;
  // Settles when the words are there. Events wait for it; null once it has settled.
  #worded: Promise<void> | null = null;

  constructor(
    host: HTMLElement,
    frame: Frame,
    wording: Wording,
    options: FlowOptions,
    listener: Listener,
  ) {
    this.#host = host;
    this.#frame = frame;
    this.#wording = wording;
    this.#options = options;
    this.#listener = listener;
    const { server, token } = options;
    this.#connection = new Connection((isLost) => this.#onConnection(isLost), this.#end.signal);
    const { timing } = this.#connection;
    const onRepeat = ({ status }: { status: number }): void => {
      if (status === 0) this.#connection.lose();
    };
    const how = { server, timing, onRepeat };
    this.#client = new CaptureClient(token === null ? how : { ...how, token });
    this.#trail = options.history === null ? null : new Trail(options.history);
    this.#desk = this.#makeDesk();
    this.#sandbox = new Sandbox(frame.testBar, this.#desk, options.testMode);
  }

  // Begins the work of the first screen. The outcome is shown once `worded` settles, when the
  // person's language is there.
  start(worded: Promise<void>): void {
    this.#worded = worded.then(() => {
      this.#worded = null;
    });
    const { signal } = this.#end;
    addEventListener('popstate', ({ state }) => this.#move(state), { signal });
    if (this.#options.token !== '') return this.#enter(false);
    // The page was opened without a link.
    this.#state = next(initialState, { is: 'ENDED' });
    void this.#worded.then(() => {
      if (!signal.aborted) this.#enter(false);
    });
  }

  // The element speaks another language: the client's words follow.
  async speaks(): Promise<void> {
    if (!(await askAgain(this.#desk, this.#end.signal))) return;
    this.#frame.name(this.#desk.live.info?.clientName ?? null);
    this.#wording.again();
  }

  // Ends the work, the camera, the guide and every call.
  stop(): void {
    clearTimeout(this.#warning);
    this.#end.abort();
    this.#phaseEnd.abort();
    this.#desk.keepPicture(null);
    void this.#guide?.started.then((guide) => guide?.stop());
    this.#frame.unnotice();
    this.#sandbox.stop();
  }

  #send(event: Event): void {
    if (this.#end.signal.aborted) return;
    if (this.#worded !== null) {
      void this.#worded.then(() => this.#send(event));
      return;
    }
    const before = this.#state;
    this.#state = next(before, event);
    if (this.#state.phase === before.phase) return;
    // The server or the person has ended the phase. A connection that is still lost reports again.
    if (event.is !== 'TROUBLE') this.#connection.heard();
    this.#trail?.follow(event, this.#state.phase);
    this.#frame.untell('backLeaves');
    this.#enter(true);
  }

  #move(state: unknown): void {
    const move = this.#trail?.moved(state, performance.now()) ?? { is: 'NONE' };
    if (move.is === 'STAYED') this.#frame.tell('backLeaves');
    if (move.is !== 'SHOW') return;
    this.#state = next(this.#state, { is: 'VISIT', phase: move.phase });
    this.#enter(true);
  }

  // Shows a lost connection, and repeats what failed for it as soon as the connection is back.
  #onConnection(isLost: boolean): void {
    this.#frame.tell(isLost ? 'offlineNow' : null);
    const { phase } = this.#state;
    const waits = phase.at === 'TROUBLE' && phase.kind === 'OFFLINE';
    if (!isLost && waits) this.#send({ is: 'AGAIN' });
  }

  #enter(takesFocus: boolean): void {
    this.#phaseEnd.abort();
    this.#phaseEnd = new AbortController();
    this.#theme();
    this.#keep();
    const screen = this.#show(takesFocus);
    this.#sandbox.enter();
    this.#tell();
    const { signal } = this.#phaseEnd;
    const { phase } = this.#state;
    workOf(phase, screen, this.#desk, this.#options.code, signal).catch((error: unknown) => {
      if (!signal.aborted) this.#fail(error);
    });
  }

  #fail(error: unknown): void {
    if (error instanceof CameraError || error instanceof FileError) {
      this.#send({ is: 'FAULT', fault: error.fault });
      return;
    }
    const event = eventOf(error, this.#isWithPhone(), this.#state.phase.at);
    if (event.is !== 'RESULT') {
      this.#listener.error((error as { code?: string } | null)?.code ?? 'UNEXPECTED');
    }
    this.#send(event);
  }

  // Returns whether the phone to which this page offered the session has ended it: the session's
  // own time is not up. The phone has shown the result.
  #isWithPhone(): boolean {
    const { info, handoff } = this.#desk.live;
    return handoff !== null && info !== null && Date.now() < Date.parse(info.expiresAt);
  }

  #show(takesFocus: boolean): Screen {
    const { announcer } = this.#frame;
    this.#wording.clear();
    announcer.clear();
    const { phase, facts } = this.#state;
    const screen = screenOf(phase, this.#context());
    const prompter = screen.stage ?? screen.prompter;
    if (prompter !== undefined) prompter.onHint = (text) => announcer.hint(text);
    const steps = facts?.steps.map(({ step }) => step) ?? [];
    this.#frame.show(phase.at, screen, steps, takesFocus);
    const alert = screen.alert?.() ?? '';
    if (alert !== '') announcer.failure(alert);
    if (this.#next !== null) announcer.hint(this.#wording.speech.say(this.#next));
    this.#next = null;
    return screen;
  }

  #tell(): void {
    const { phase } = this.#state;
    this.#listener.step(phase.at);
    if (phase.at === 'DONE') this.#listener.done(phase.result);
    if (['DONE', 'ENDED'].includes(phase.at)) {
      clearTimeout(this.#warning);
      this.#frame.unnotice();
    }
  }

  #context(): Context {
    return {
      wording: this.#wording,
      state: this.#state,
      live: this.#desk.live,
      send: (event) => this.#send(event),
      choose: (file) => this.#choose(file),
      explain: (reason) => {
        this.#desk.reason = reason;
      },
    };
  }

  #choose(file: File): void {
    if (this.#state.phase.at === 'FACE_PHOTOS') return this.#desk.onPhoto(file);
    this.#desk.file = file;
    this.#send({ is: 'FILE' });
  }

  // Keeps for a reload what the last screen says.
  #keep(): void {
    const { phase } = this.#state;
    const { memory } = this.#options;
    if (memory === null || (phase.at !== 'FINISHING' && phase.at !== 'DONE')) return;
    const result = phase.at === 'DONE' ? phase.result : null;
    void keepEnding(memory, this.#client.token ?? '', result, this.#desk.live.info);
  }

  // Returns what was kept of this session before the page was loaded again.
  async #kept(): Promise<Ending | null> {
    const { memory } = this.#options;
    const kept = memory && (await endingIn(memory, this.#client.token ?? ''));
    if (kept === null) return null;
    this.#desk.live.info ??= kept.info;
    this.#desk.live.isSandbox ||= kept.info.sandbox;
    return kept;
  }

  // Applies the client's look, and sets the warning before the session's end, once both are known.
  #theme(): void {
    const { info, asker } = this.#desk.live;
    if (info === null && asker !== null) this.#frame.name(asker.clientName);
    if (info === null || this.#themed) return;
    this.#themed = true;
    applyColours(this.#host, info.colours);
    this.#frame.name(info.clientName);
    if (info.logo !== null) {
      const logo = this.#client.logo({ signal: this.#end.signal });
      void showLogo(this.#frame.logo, logo);
    }
    const left = Date.parse(info.expiresAt) - Date.now();
    const warn = (): void => {
      const say = (): string => this.#wording.speech.say('soonEnds');
      this.#frame.notice(say);
      this.#frame.announcer.failure(say());
    };
    if (Number.isFinite(left)) this.#warning = setTimeout(warn, Math.max(0, left - warnMs));
  }

  #startGuide(thresholds: Thresholds | null): Promise<Guide | null> {
    const { workerUrl, wasmUrl } = this.#options;
    if (workerUrl === null || wasmUrl === null) return Promise.resolve(null);
    const levels = JSON.stringify(thresholds);
    const has = this.#guide;
    // A caller without levels takes the guide that runs.
    if (has !== null && (thresholds === null || has.thresholds === levels)) return has.started;
    void has?.started.then((guide) => guide?.stop());
    const started = Guide.start({ workerUrl, wasmUrl, thresholds });
    this.#guide = { started, thresholds: levels };
    return started;
  }

  #makeDesk(): Desk {
    const live = makeLive(this.#options.server);
    const say = (key: Key): string => this.#wording.speech.say(key);
    const flow = this;
    return {
      client: this.#client,
      live,
      get state() {
        return flow.#state;
      },
      get limits() {
        const { maxDocumentBytes, maxFrameBytes, maxFrames } = live.info?.limits ?? usualLimits;
        return { documentBytes: maxDocumentBytes, frameBytes: maxFrameBytes, frames: maxFrames };
      },
      cameras: new Map(),
      challenges: new Challenges(this.#client),
      reopened: this.#options.token === null ? null : this.#options.code,
      version: null,
      file: null,
      picture: null,
      frames: null,
      reason: '',
      notPossibleKey: newIdempotencyKey(),
      language: () => this.#listener.language(),
      wish: (language) => this.#listener.wish(language),
      onPhoto: () => undefined,
      send: (event) => this.#send(event),
      announceNext: (key) => {
        this.#next = key;
      },
      announce: (key) => this.#frame.announcer.hint(say(key)),
      alert: (key) => this.#frame.announcer.failure(say(key)),
      refresh: () => void this.#show(true),
      guide: (thresholds) => this.#startGuide(thresholds),
      report: (_, detail) => this.#listener.outcome(detail),
      keepPicture(picture: Picture | null) {
        if (live.pictureUrl !== null) URL.revokeObjectURL(live.pictureUrl);
        this.picture = picture;
        live.pictureUrl = picture === null ? null : URL.createObjectURL(picture.blob);
      },
      keepToken: (token) => this.#listener.token(token),
      kept: () => this.#kept(),
    };
  }
}

// The server's defaults (docs/api.md). They hold until the server has told the operator's own.
const usualLimits = { maxDocumentBytes: 10 << 20, maxFrameBytes: 4 << 20, maxFrames: 12 };

function makeLive(server: string): Live {
  const address = server === '' ? location.href : server;
  return {
    info: null,
    asker: null,
    language: '',
    host: hostOf(address),
    handoff: null,
    pictureUrl: null,
    isSandbox: false,
    hasCamera: hasCameraSupport(),
    isDesktop: !matchMedia('(any-pointer: coarse)').matches,
    isLocal: isLocal(address),
    handoffRefused: false,
    wrongNumber: false,
  };
}
