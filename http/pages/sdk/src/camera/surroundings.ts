// The browser, system or app that shows the page, as far as it decides where a camera is allowed.
// The name that the browser gives itself decides: a wrong guess leads to instructions that do not
// fit, but does no other harm. Pure.

export type Place =
  | 'CHROME'
  | 'CHROME_DESKTOP'
  | 'SAFARI_IOS'
  | 'SAFARI_MAC'
  | 'FIREFOX'
  | 'FIREFOX_DESKTOP'
  | 'SAMSUNG'
  | 'OTHER_IOS';

export interface Surroundings {
  readonly place: Place;
  // The app that shows the page in itself; '' if it does not say its name, null if it is a browser.
  readonly app: string | null;
}

const apps: readonly (readonly [RegExp, string])[] = [
  [/Instagram/, 'Instagram'],
  [/FBAN|FBAV|FB_IAB/, 'Facebook'],
  [/musical_ly|BytedanceWebview|TikTok/i, 'TikTok'],
  [/\bLine\//, 'LINE'],
  [/MicroMessenger/, 'WeChat'],
  [/\bGSA\//, 'Google'],
  [/LinkedInApp/, 'LinkedIn'],
  [/\bTwitter/, 'X'],
  [/Snapchat/, 'Snapchat'],
  [/Pinterest/, 'Pinterest'],
];

function appOf(agent: string): string | null {
  const known = apps.find(([pattern]) => pattern.test(agent));
  if (known !== undefined) return known[1];
  // The web view of Android says so; that of iOS is Safari without its name.
  if (/; wv\)/.test(agent)) return '';
  const isIos = /iPhone|iPad|iPod/.test(agent);
  return isIos && /AppleWebKit/.test(agent) && !/Safari\//.test(agent) ? '' : null;
}

function placeOf(agent: string, touches: boolean): Place {
  // An iPad calls itself a Mac, and has a touch screen.
  const isIos = /iPhone|iPad|iPod/.test(agent) || (/Macintosh/.test(agent) && touches);
  if (isIos) return /CriOS|FxiOS|EdgiOS/.test(agent) ? 'OTHER_IOS' : 'SAFARI_IOS';
  const isPhone = /Android/.test(agent);
  if (/SamsungBrowser/.test(agent)) return 'SAMSUNG';
  if (/Firefox\//.test(agent)) return isPhone ? 'FIREFOX' : 'FIREFOX_DESKTOP';
  if (/Chrome\//.test(agent)) return isPhone ? 'CHROME' : 'CHROME_DESKTOP';
  return /Macintosh/.test(agent) ? 'SAFARI_MAC' : 'CHROME_DESKTOP';
}

// Returns where a page is whose browser gives itself this name; `touches`: it has a touch screen.
export function surroundingsOf(agent: string, touches: boolean): Surroundings {
  return { place: placeOf(agent, touches), app: appOf(agent) };
}
