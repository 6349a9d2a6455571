// The console: who is logged in, which screen is shown, and the ways between them.
import type { Case, Me, Queue } from './generated/answers.js';
import { Calls } from './server/calls.js';
import { Refusal } from './server/refusal.js';
import { AccountScreen } from './screens/account.js';
import { caseScreen } from './screens/case.js';
import { choiceOf, keptOf } from './screens/choice.js';
import type { Choice } from './screens/choice.js';
import { loginScreen } from './screens/login.js';
import { OperatorsScreen } from './operators/operators.js';
import { QueueScreen } from './screens/queue.js';
import { brokenLinkScreen, registerScreen } from './screens/register.js';
import { ReportsScreen } from './screens/reports.js';
import {
  deciders,
  hasRole,
  operators,
  readersOfCases,
  readersOfReports,
  supervisors,
} from './screens/screen.js';
import type { Context, Screen } from './screens/screen.js';
import { languageOf, Speech } from './texts/texts.js';
import type { Key } from './texts/texts.js';
import { make } from '../sdk/src/view/dom.js';
import { Frame } from './view/frame.js';
import type { Page } from './view/frame.js';
import { button, Slot } from './view/parts.js';
import { prefer } from './view/preferences.js';
import { Shortcuts } from './view/shortcuts.js';
import { Wording } from './view/wording.js';

// The server ends a login after half an hour without a call. A minute later the page asks, so that
// no picture stays on the screen after the reviewer has gone.
const idleMs = 31 * 60_000;

type Place = 'login' | 'queue' | 'case' | 'reports' | 'operate' | 'account';

export class App {
  readonly #calls = new Calls();
  readonly #wording: Wording;
  readonly #frame: Frame;
  readonly #shortcuts: Shortcuts;
  readonly #context: Context;
  #me: Me | null = null;
  #screen: Screen | null = null;
  // Only the newest of several ways is gone to its end.
  #way = 0;
  // The case that the browser's way back leads to. It is in no address and in no history.
  #lastCase: string | null = null;
  // The case that the reviewer holds, as far as this page knows.
  #held: string | null = null;
  // The cases that the reviewer asks for, here and after a reload.
  #choice = choiceOf(history.state);

  constructor(root: HTMLElement, language: string) {
    this.#wording = new Wording(new Speech(language));
    this.#frame = new Frame(this.#wording, root, {
      language: (code) => this.#speak(code),
      queue: () => this.#queue(),
      reports: () => this.#reports(),
      operate: () => this.#operate(),
      account: () => this.#account(),
      shortcuts: () => this.#shortcuts.help(),
      logOut: () => void this.#logOut(),
    });
    this.#shortcuts = new Shortcuts(
      this.#wording,
      () => this.#screen?.shortcuts ?? {},
      (audience) => {
        if (audience === 'all') return true;
        const roles = audience === 'deciders' ? deciders : supervisors;
        return this.#me !== null && hasRole(this.#me, roles);
      },
    );
    this.#calls.onLoggedOut = () => this.#login(null, 'problemLoggedOut');
    this.#context = {
      calls: this.#calls,
      wording: this.#wording,
      announcer: this.#frame.announcer,
      me: () => {
        if (this.#me === null) throw new Error('nobody is logged in');
        return this.#me;
      },
      choice: {
        now: () => this.#choice,
        set: (choice) => {
          this.#choice = choice;
          history.replaceState({ ...(history.state as object | null), ...this.#kept() }, '');
        },
      },
      go: {
        queue: (note) => this.#queue(note),
        next: (choice) => this.#next(choice),
        case: (id) => this.#case(id),
        done: (make_) => {
          ++this.#way;
          this.#held = null;
          this.#clear();
          this.#show('case', make_(), false);
        },
        loggedIn: (me) => {
          this.#know(me);
          this.#queue();
        },
        refresh: async () => {
          const me = await this.#calls.me();
          this.#know(me);
          return me;
        },
      },
    };
    setInterval(() => {
      if (this.#me !== null && this.#calls.idleMs > idleMs) this.#calls.me().catch(() => undefined);
    }, 30_000);
    addEventListener('popstate', (event) => this.#back(event.state));
    addEventListener('pagehide', () => this.#screen?.leave?.());
    addEventListener('pageshow', (event) => {
      // A page that the browser had put aside has no pictures any more.
      if (event.persisted) void this.start();
    });
  }

  // Shows the first screen: of a link's code, of a login that did not work, or of the queue.
  async start(link: string | null = null, problem: string | null = null): Promise<void> {
    if (link !== null) return this.#register(link);
    if (problem !== null) return this.#login(problem, null);
    const way = ++this.#way;
    try {
      this.#know(await this.#calls.me());
    } catch (error) {
      // A visitor without a login sees the login page, without a message.
      const isLogin = error instanceof Refusal && error.status === 401;
      if (isLogin) return this.#login(null, null);
      if (way === this.#way) this.#trouble(error, () => void this.start());
      return;
    }
    if (way === this.#way) this.#queue();
  }

  // Takes the login with which the company's login has sent the browser back.
  async takeLogin(ticket: string): Promise<void> {
    const way = ++this.#way;
    try {
      this.#know(await this.#calls.takeLogin(ticket));
    } catch (error) {
      if (way !== this.#way) return;
      const isRefused = error instanceof Refusal && error.status === 403;
      if (isRefused) return this.#login(error.code, null);
      return this.#trouble(error, () => void this.takeLogin(ticket));
    }
    if (way === this.#way) this.#queue();
  }

  async #register(link: string): Promise<void> {
    const way = ++this.#way;
    try {
      const begun = await this.#calls.beginRegister(link);
      if (way !== this.#way) return;
      this.#clear();
      this.#show('login', registerScreen(this.#context, link, begun));
    } catch (error) {
      if (way !== this.#way) return;
      this.#clear();
      const again = (): void => void this.#register(link);
      this.#show('login', brokenLinkScreen(this.#context, error, again));
    }
  }

  #know(me: Me | null): void {
    this.#me = me;
    const name = me === null ? null : me.name === '' ? me.reviewer : me.name;
    const pages: Page[] = ['account'];
    if (me !== null && hasRole(me, readersOfCases)) pages.push('queue');
    if (me !== null && hasRole(me, readersOfReports)) pages.push('reports');
    if (me !== null && hasRole(me, operators)) pages.push('operate');
    this.#frame.known(name, pages);
  }

  #login(problem: string | null, note: Key | null): void {
    ++this.#way;
    for (const dialog of document.querySelectorAll('dialog')) dialog.close();
    this.#know(null);
    this.#lastCase = null;
    this.#held = null;
    this.#clear();
    this.#show('login', loginScreen(this.#context, problem, note), false);
  }

  async #logOut(): Promise<void> {
    // A case that is held is given back, so that nobody waits for it.
    if (this.#held !== null) await this.#calls.release(this.#held).catch(() => undefined);
    try {
      await this.#calls.logout();
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 401)) {
        return this.#trouble(error, () => void this.#logOut());
      }
    }
    this.#login(null, 'loggedOut');
  }

  // Whoever has no queue has the operators' view in its place.
  #queue(note: Key | null = null, pushes = true): void {
    if (this.#me !== null && !hasRole(this.#me, readersOfCases)) return this.#operate(pushes);
    const prepare = async (): Promise<() => Screen> => {
      const first = await this.#firstCases();
      return () => new QueueScreen(this.#context).screen(first, note);
    };
    this.#load('queue', prepare, pushes);
  }

  // A reviewer who decides nothing may have no queue: such a reviewer opens cases by their session.
  async #firstCases(): Promise<Queue> {
    try {
      return await this.#calls.queue({ ...this.#choice, after: null, limit: 50 }, false);
    } catch (error) {
      const isNone = error instanceof Refusal && error.status === 403;
      const empty: Queue = { items: [], next: null, seen: 0 };
      if (isNone && !hasRole(this.#context.me(), deciders)) return empty;
      throw error;
    }
  }

  #reports(pushes = true): void {
    const prepare = async (): Promise<() => Screen> => {
      this.#know(await this.#calls.me());
      return () => {
        const reports = new ReportsScreen(this.#context);
        void reports.load();
        return reports.screen();
      };
    };
    this.#load('reports', prepare, pushes);
  }

  #operate(pushes = true): void {
    const prepare = async (): Promise<() => Screen> => {
      this.#know(await this.#calls.me());
      return () => {
        const view = new OperatorsScreen(this.#context);
        const screen = view.screen();
        void view.open();
        return screen;
      };
    };
    this.#load('operate', prepare, pushes);
  }

  #account(pushes = true): void {
    const prepare = async (): Promise<() => Screen> => {
      this.#know(await this.#calls.me());
      return () => new AccountScreen(this.#context).screen();
    };
    this.#load('account', prepare, pushes);
  }

  // Loads what a page needs, then shows it. `make` is called when the texts before are forgotten.
  #load(place: Place, prepare: () => Promise<() => Screen>, pushes: boolean): void {
    const way = ++this.#way;
    prepare()
      .then((make_) => {
        if (way !== this.#way) return;
        this.#clear();
        this.#show(place, make_(), pushes);
      })
      .catch((error: unknown) => {
        const again = (): void => this.#load(place, prepare, pushes);
        if (way === this.#way && this.#me !== null) this.#trouble(error, again);
      });
  }

  // Rejects where no case can be had: the screen that asked says so.
  async #next(choice: Choice): Promise<void> {
    const found = await this.#calls.next(choice);
    if (found === null) return this.#queue('nextNone');
    await this.#case(found.sessionId);
  }

  // Opens a case, as the reviewer's own if that can be.
  async #case(id: string, pushes = true): Promise<void> {
    const way = ++this.#way;
    let claimEnds: string | null = null;
    let problem: unknown = null;
    if (hasRole(this.#context.me(), deciders)) {
      try {
        claimEnds = (await this.#calls.claim(id)).claimExpiresAt;
        this.#held = id;
      } catch (error) {
        problem = error;
      }
    }
    const found = await this.#calls.case(id).catch((error: unknown): Case => {
      throw problem ?? error;
    });
    if (way !== this.#way) return;
    if (found.review !== null) problem = null;
    this.#lastCase = id;
    this.#clear();
    this.#show('case', caseScreen(this.#context, found, claimEnds, problem), pushes);
  }

  // Forgets what the screen before has said.
  #clear(): void {
    this.#wording.clear();
    this.#frame.announcer.clear();
  }

  #trouble(error: unknown, again: () => void): void {
    this.#clear();
    const slot = new Slot(this.#wording, this.#frame.announcer);
    slot.tell(error);
    const retry = button(this.#wording, 'primary', 'tryAgain', again);
    const body = [slot.root, make('div', { class: 'actions' }, retry)];
    this.#show('login', { name: 'TROUBLE', heading: 'product', body }, false);
  }

  #show(place: Place, screen: Screen, pushes = true): void {
    this.#screen?.leave?.();
    this.#screen = screen;
    const { state } = history as { state: { place?: unknown } | null };
    if (pushes && state?.place !== place) {
      history.pushState({ place, ...this.#kept() }, '');
    }
    this.#frame.show(screen);
  }

  // The part of the choice that a history entry has.
  #kept(): { choice: ReturnType<typeof keptOf> } {
    return { choice: keptOf(this.#choice) };
  }

  // The browser's way back and forward. After the log out it leads nowhere.
  #back(state: unknown): void {
    if (this.#me === null) return;
    const { place } = (state ?? {}) as { place?: unknown };
    if (place === 'reports') return this.#reports(false);
    if (place === 'operate') return this.#operate(false);
    if (place === 'account') return this.#account(false);
    if (place === 'case' && this.#lastCase !== null) {
      this.#case(this.#lastCase, false).catch(() => this.#queue(null, false));
      return;
    }
    this.#queue(null, false);
  }

  #speak(code: string): void {
    prefer('language', languageOf([code]));
    this.#wording.change(new Speech(code));
  }
}
