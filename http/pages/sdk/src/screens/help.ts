// The help for a camera that is not allowed: the steps for this browser, with a drawing of the
// place, and the way out of an app that shows the page in itself.
import type { Place } from '../camera/surroundings.js';
import { surroundingsOf } from '../camera/surroundings.js';
import type { Fault } from '../flow/facts.js';
import type { Key } from '../texts/texts.js';
import { addressArt } from '../view/art.js';
import { make } from '../view/dom.js';
import { paragraph } from './parts.js';
import type { Context } from './screen.js';

const steps: Readonly<Record<Place, readonly Key[]>> = {
  CHROME: ['helpSignTouch', 'helpPermissions', 'helpAgain'],
  SAMSUNG: ['helpSignTouch', 'helpPermissions', 'helpAgain'],
  FIREFOX: ['helpSignTouch', 'helpPermissions', 'helpAgain'],
  CHROME_DESKTOP: ['helpSignClick', 'helpPermissions', 'helpAgain'],
  FIREFOX_DESKTOP: ['helpFirefox', 'helpAgain'],
  SAFARI_IOS: ['helpSafariTouch', 'helpSafariAllow', 'helpAgain'],
  SAFARI_MAC: ['helpSafariMenu', 'helpSafariAllow', 'helpAgain'],
  OTHER_IOS: ['helpIosSettings', 'helpAgain'],
};

// Safari of a phone has its address at the bottom, and no address leads to the settings.
const drawn: Readonly<Record<Place, 'TOP' | 'BOTTOM' | null>> = {
  CHROME: 'TOP',
  SAMSUNG: 'TOP',
  FIREFOX: 'TOP',
  CHROME_DESKTOP: 'TOP',
  FIREFOX_DESKTOP: 'TOP',
  SAFARI_IOS: 'BOTTOM',
  SAFARI_MAC: 'TOP',
  OTHER_IOS: null,
};

// Returns the help that a fault of the camera needs; nothing for one that has no such help.
export function help({ wording }: Context, fault: Fault | null): Node[] {
  if (fault !== 'CAMERA_DENIED' && fault !== 'CAMERA_UNSUPPORTED') return [];
  const { place, app } = surroundingsOf(navigator.userAgent, navigator.maxTouchPoints > 1);
  if (app !== null) {
    const first =
      app === ''
        ? paragraph(wording, 'helpInApp')
        : paragraph(wording, 'helpInNamedApp', '', { app });
    return [make('div', { class: 'help' }, first, paragraph(wording, 'helpInAppLink', 'quiet'))];
  }
  if (fault === 'CAMERA_UNSUPPORTED') return [];
  const list = make('ol', {}, ...steps[place].map((key) => wording.text(make('li'), key)));
  const art = drawn[place];
  return [make('div', { class: 'help' }, art === null ? null : addressArt(art), list)];
}
