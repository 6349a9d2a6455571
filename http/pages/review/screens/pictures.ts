// Both sides of the document and the face beside each other, and the keys and checks that point to
// them.
import { make } from '../../sdk/src/view/dom.js';
import { Compare } from '../picture/compare.js';
import { Panel } from '../picture/panel.js';
import type { Shot } from '../picture/panel.js';
import type { Case, CaseCheck, CaseFile } from '../generated/answers.js';
import { button, paragraph, section } from '../view/parts.js';
import type { Bindings } from '../view/shortcuts.js';
import type { Key } from '../texts/texts.js';
import type { Wording } from '../view/wording.js';
import { placesOf } from './checks.js';
import type { Context } from './screen.js';

export class Pictures {
  readonly root: HTMLElement;
  readonly #panels: readonly Panel[];
  readonly #compare: Compare;
  readonly #coverButton: HTMLButtonElement;
  readonly #context: Context;
  #active = 0;
  #isCovered = false;

  constructor(context: Context, found: Case, maySee: boolean) {
    this.#context = context;
    const { wording } = context;
    const panels = maySee ? panelsOf(context, found) : [];
    this.#panels = panels;
    this.#compare = new Compare(context, panels);
    this.#coverButton = button(wording, 'plain', 'coverPictures', () => this.cover());
    wording.bind(() => this.#sayCover());
    const row = make('div', { class: 'panels' }, ...panels.map(({ root }) => root));
    panels.forEach(({ root }, at) => {
      root.addEventListener('focusin', () => {
        this.#active = at;
      });
    });
    const none = !maySee ? 'picturesAuditor' : panels.length === 0 ? 'picturesPurged' : null;
    const body = none === null ? row : paragraph(wording, none, 'quiet');
    this.root = section(wording, 'picturesTitle', 'card pictures', body, this.#compare.root);
    if (none === null) this.root.querySelector('h2')?.after(this.#coverButton);
    document.addEventListener('visibilitychange', this.#onHidden);
  }

  // Ends every look: nothing of a picture stays.
  end(): void {
    document.removeEventListener('visibilitychange', this.#onHidden);
    this.#compare.end();
    for (const panel of this.#panels) panel.end();
  }

  cover(): void {
    this.#setCovered(!this.#isCovered);
  }

  // Returns what shows where a check looked, or null if no picture shows it.
  pointTo(check: CaseCheck): (() => void) | null {
    const kinds = placesOf(check);
    if (kinds.length === 0) return null;
    const isFace = kinds[0] === 'face';
    for (const [at, panel] of this.#panels.entries()) {
      const file = panel.files.find((each) => matches(each, check, isFace, panel.files));
      if (file === undefined) continue;
      return () => {
        this.#active = at;
        panel.point(file, kinds);
      };
    }
    return null;
  }

  get shortcuts(): Bindings {
    const on = (act: (panel: Panel) => void) => () => {
      const panel = this.#panels[this.#active];
      if (panel !== undefined) act(panel);
    };
    return {
      t: () => this.#other(),
      '[': on((panel) => panel.step(-1)),
      ']': on((panel) => panel.step(1)),
      s: () => this.#look(),
      '+': on((panel) => panel.zoom(1.5)),
      '=': on((panel) => panel.zoom(1.5)),
      '-': on((panel) => panel.zoom(1 / 1.5)),
      '0': on((panel) => panel.fit()),
      r: on((panel) => panel.turn()),
      '<': on((panel) => panel.addContrast(-0.25)),
      '>': on((panel) => panel.addContrast(0.25)),
      m: on((panel) => panel.toggleMarks()),
      f: () => this.#compare.over(),
      h: () => this.cover(),
    };
  }

  // The pictures are covered while the window is hidden.
  readonly #onHidden = (): void => {
    if (document.visibilityState === 'hidden') this.#setCovered(true);
  };

  #setCovered(isCovered: boolean): void {
    this.#isCovered = isCovered;
    for (const panel of this.#panels) panel.cover(isCovered);
    this.#compare.cover(isCovered);
    this.#sayCover();
    if (isCovered) this.#context.announcer.hint(this.#context.wording.speech.say('covered'));
  }

  #sayCover(): void {
    const key = this.#isCovered ? 'uncoverPictures' : 'coverPictures';
    this.#coverButton.textContent = this.#context.wording.speech.say(key);
  }

  // Shows the picture of the active panel, or of the next one whose picture is hidden.
  #look(): void {
    const panels = this.#panels.map((_, at) => (this.#active + at) % this.#panels.length);
    const next = panels.find((at) => this.#panels[at]?.isHidden === true);
    if (next === undefined) return;
    this.#active = next;
    this.#panels[next]?.focus();
    this.#panels[next]?.look();
  }

  #other(): void {
    this.#active = (this.#active + 1) % Math.max(1, this.#panels.length);
    this.#panels[this.#active]?.focus();
  }
}

// A panel for each side of the document, and one for the face.
function panelsOf(context: Context, found: Case): readonly Panel[] {
  const of = (wanted: string): readonly CaseFile[] =>
    found.files.filter(({ kind }) => kind === wanted);
  const backs = of('DOCUMENT_BACK');
  const fronts = found.files.filter(({ kind }) => kind !== 'FACE' && kind !== 'DOCUMENT_BACK');
  const faces = withMovements(context.wording, of('FACE'), found.checks);
  const kinds: readonly (readonly [Key, readonly Shot[], string])[] = [
    [backs.length === 0 ? 'panelDocument' : 'panelFront', fronts, 'front'],
    ['panelBack', backs, 'back'],
    ['panelFace', faces, 'face'],
  ];
  const panels: Panel[] = [];
  for (const [name, files, kind] of kinds) {
    if (files.length === 0) continue;
    const panel = new Panel(context, found.sessionId, name, files);
    panel.root.dataset['panel'] = kind;
    panels.push(panel);
  }
  return panels;
}

// Names each frame after the movement that the machine saw on it: the check of the movement names
// the frame. Between two movements a frame shows none.
function withMovements(
  { speech }: Wording,
  frames: readonly CaseFile[],
  checks: readonly CaseCheck[],
): readonly Shot[] {
  const seen = new Map<number, string>();
  for (const { check, frame } of checks) {
    const movement = check.replace('LIVENESS_', '');
    if (typeof frame !== 'number' || speech.explain('actions', movement) === null) continue;
    seen.set(frame, movement);
  }
  return frames.map((file, at) => {
    const movement = seen.get(at + 1);
    return movement === undefined ? file : { ...file, movement };
  });
}

// The newest picture of the side, or the frame, that a check names.
function matches(
  file: CaseFile,
  { side, frame }: CaseCheck,
  isFace: boolean,
  among: readonly CaseFile[],
): boolean {
  if (isFace !== (file.kind === 'FACE')) return false;
  if (isFace) return typeof frame !== 'number' || among.indexOf(file) === frame - 1;
  return side === null || side === undefined || file.kind === `DOCUMENT_${side}`;
}
