// The operators' view: what the installation has, and how it does. It changes nothing.
import { make } from '../../sdk/src/view/dom.js';
import type { Context, Screen } from '../screens/screen.js';
import type { Key } from '../texts/texts.js';
import { button, during, fact, mono, paragraph, section, Slot } from '../view/parts.js';
import { count, words } from './cells.js';
import { clientColumns, holdColumns, pageColumns, slotColumns, webhookColumns } from './columns.js';
import { installationPart } from './installation.js';
import { Listing } from './listing.js';
import type { Rows } from './listing.js';

// The parts of the screen, in their order. The keys of their names are those of the buttons.
const parts = [
  'operateInstallation',
  'operateClients',
  'operatePages',
  'operateWebhooks',
  'operateHolds',
  'operateKeys',
] as const;
type Part = (typeof parts)[number];

export class OperatorsScreen {
  readonly #context: Context;
  readonly #slot: Slot;
  readonly #shown = make('div', { class: 'operate' });
  readonly #buttons = new Map<Part, HTMLButtonElement>();
  readonly #again: HTMLButtonElement;
  #part: Part = 'operateInstallation';
  // Only the newest of several presses is shown.
  #way = 0;

  constructor(context: Context) {
    this.#context = context;
    this.#slot = new Slot(context.wording, context.announcer);
    this.#again = button(context.wording, 'secondary', 'reload', () =>
      during(this.#again, () => this.open(this.#part)),
    );
  }

  screen(): Screen {
    const { wording } = this.#context;
    const nav = wording.attribute(make('nav', { class: 'parts' }), 'aria-label', 'operateParts');
    for (const part of parts) {
      const node = button(wording, 'plain', part, () => void this.open(part));
      this.#buttons.set(part, node);
      nav.append(node);
    }
    return {
      name: 'OPERATE',
      heading: 'operateTitle',
      page: 'operate',
      beside: [this.#again],
      body: [nav, this.#slot.root, this.#shown],
    };
  }

  // Shows a part, loaded anew.
  async open(part: Part = 'operateInstallation'): Promise<void> {
    const way = ++this.#way;
    this.#part = part;
    this.#slot.clear();
    for (const [each, node] of this.#buttons) {
      if (each === part) node.setAttribute('aria-current', 'true');
      else node.removeAttribute('aria-current');
    }
    this.#shown.dataset['part'] = part;
    this.#shown.replaceChildren(paragraph(this.#context.wording, 'loading', 'quiet loading'));
    try {
      await this.#load(part, (...nodes) => {
        if (way === this.#way) this.#shown.replaceChildren(...nodes);
      });
    } catch (error) {
      if (way !== this.#way) return;
      this.#shown.replaceChildren();
      this.#slot.tell(error);
    }
  }

  async #load(part: Part, show: (...nodes: Node[]) => void): Promise<void> {
    const { calls, wording } = this.#context;
    switch (part) {
      case 'operateInstallation':
        return show(installationPart(this.#context, await calls.installation()));
      case 'operateClients':
        return this.#list(part, clientColumns(wording), calls.operatedClients, show);
      case 'operatePages':
        return this.#list(part, pageColumns(wording), calls.operatedPages, show);
      case 'operateWebhooks':
        return this.#list(part, webhookColumns(wording), calls.operatedWebhooks, show);
      case 'operateHolds':
        return this.#list(part, holdColumns(wording), calls.operatedHolds, show);
      case 'operateKeys':
        return this.#keys(show);
    }
  }

  async #list<Row>(
    part: Part,
    columns: ConstructorParameters<typeof Listing<Row>>[2],
    ask: (after: string | null) => Promise<Rows<Row>>,
    show: (...nodes: Node[]) => void,
  ): Promise<void> {
    const listing = new Listing(this.#context, part, columns, ask);
    show(section(this.#context.wording, part, 'card', listing.root));
    await listing.load();
  }

  async #keys(show: (...nodes: Node[]) => void): Promise<void> {
    const { calls, wording } = this.#context;
    const first = await calls.operatedKeys(null);
    const orWords = (text: string | null, none: Key): HTMLElement =>
      text === null ? words(wording, none) : mono(text);
    const facts = make(
      'dl',
      { class: 'facts dense-facts' },
      fact(wording, 'keyMaster', orWords(first.masterKey, 'keyMasterNone')),
      fact(wording, 'keyVerifier', orWords(first.verifier, 'healthUnsigned')),
      fact(wording, 'keySlots', count(wording, first.slots)),
    );
    const ask = (after: string | null): ReturnType<typeof calls.operatedKeys> =>
      after === null ? Promise.resolve(first) : calls.operatedKeys(after);
    const listing = new Listing(this.#context, 'keySlots', slotColumns(), ask);
    show(
      section(wording, 'operateKeys', 'card', facts),
      section(wording, 'keySlots', 'card', listing.root),
    );
    await listing.load();
  }
}
