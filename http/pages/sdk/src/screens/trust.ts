// The facts for people before they give a picture away, and after: who asks and what for, what
// becomes of the pictures, what comes next. The words are the client's where it has any, and follow
// the language.
import type { Key } from '../texts/texts.js';
import { icon } from '../view/art.js';
import { make } from '../view/dom.js';
import type { Context } from './screen.js';

const asks: Readonly<Record<string, Key>> = {
  DOCUMENT_VERIFICATION: 'welcomeForDocument',
  LIVENESS: 'welcomeForFace',
};

const nobody = { clientName: null, purpose: '' };

// Says who asks, and for what; hidden if the client has no name.
export function whoAsks({ wording, live }: Context): HTMLElement {
  const node = make('p');
  wording.bind(() => {
    const { clientName: name, purpose } = live.info ?? live.asker ?? nobody;
    node.hidden = name === null;
    if (name === null) return;
    node.textContent = wording.speech.say(asks[purpose] ?? 'welcomeFor', { name });
  });
  return node;
}

// Says that an earlier capture did not do, with the client's sentence and the words of who asks
// again: plain text of somebody whom the page does not know. Hidden for a first capture.
export function askedAgain({ wording, live }: Context): HTMLElement {
  const title = wording.text(make('strong'), 'againTitle');
  const words = make('p', { class: 'words', dir: 'auto' });
  const told = make('p', { class: 'told', dir: 'auto' });
  const node = make('div', { class: 'notice again', part: 'asked-again' }, title, told, words);
  wording.bind(() => {
    const said = live.info?.words ?? '';
    node.hidden = live.info?.askedAgain !== true;
    words.hidden = said === '';
    words.textContent = said;
    const sentence = live.info?.told ?? '';
    told.hidden = sentence === '';
    told.textContent = sentence;
  });
  return node;
}

// A period of whole days, hours or minutes, in words; what is begun counts.
export function periodOf(seconds: number, language: string): string {
  const [unit, length] =
    seconds >= 86_400 ? ['day', 86_400] : seconds >= 3600 ? ['hour', 3600] : ['minute', 60];
  const style = { style: 'unit', unit, unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(language, style).format(Math.ceil(seconds / length));
}

// Where the pictures go, for how long, and who sees them.
export function aboutPictures({ wording, live }: Context): HTMLElement {
  const node = make('span');
  wording.bind(() => {
    const { speech } = wording;
    const { pictures, clientName: name } = live.info ?? { pictures: null, clientName: null };
    if (pictures === null) return;
    const time = periodOf(pictures.keptSeconds, speech.code);
    const sentences = [
      pictures.encrypted ? speech.say('picturesWhere', { host: live.host }) : '',
      speech.say('picturesKept', { time }),
      name === null ? speech.say('picturesSeen') : speech.say('picturesSeenBy', { name }),
    ];
    node.textContent = sentences.join(' ').trim();
  });
  return make('p', { class: 'pictures quiet' }, icon('lock'), node);
}

// Says what comes next: in the client's words, or who will tell. After a failure another text says
// it.
export function whatComesNext({ wording, live }: Context, isFailure: boolean): HTMLElement {
  const node = make('p', { dir: 'auto' });
  wording.bind(() => {
    const { next, clientName: name } = live.info ?? { next: null, clientName: null };
    const { speech } = wording;
    const ours = name === null ? speech.say('nextPlain') : speech.say('nextFrom', { name });
    node.hidden = next === null && isFailure;
    node.textContent = next ?? ours;
  });
  return node;
}

// The reference by which others find this capture; null if the page does not know it.
export function reference({ wording, live }: Context): HTMLElement | null {
  const of = live.info?.reference ?? '';
  if (of === '') return null;
  const label = wording.text(make('span'), 'reference');
  const id = make('bdi', { class: 'reference', dir: 'ltr' }, of);
  return make('p', { class: 'quiet small' }, label, ' ', id);
}
