// Browsers and apps are told by the names that they give themselves.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { surroundingsOf } from '../../../http/pages/sdk/src/camera/surroundings.js';

const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8';
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15';
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0';
const safari = '(KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const inApp = '(KHTML, like Gecko) Mobile/15E148';

const browsers = [
  [`${android}) ${chrome} Mobile Safari/537.36`, 'CHROME'],
  [`${android}) ${chrome} Mobile Safari/537.36 EdgA/126.0`, 'CHROME'],
  [`${android}) SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36`, 'SAMSUNG'],
  ['Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0', 'FIREFOX'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'FIREFOX_DESKTOP'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/126.0`, 'CHROME_DESKTOP'],
  [`${iphone} ${safari}`, 'SAFARI_IOS'],
  [`${iphone} (KHTML, like Gecko) CriOS/126.0 Mobile/15E148 Safari/604.1`, 'OTHER_IOS'],
  [`${iphone} (KHTML, like Gecko) FxiOS/127.0 Mobile/15E148 Safari/605.1.15`, 'OTHER_IOS'],
  [`${mac} (KHTML, like Gecko) Version/17.5 Safari/605.1.15`, 'SAFARI_MAC'],
] as const;

test('a browser is told, and is no app', () => {
  for (const [agent, place] of browsers) {
    assert.deepEqual(surroundingsOf(agent, false), { place, app: null }, agent);
  }
  const ipad = surroundingsOf(`${mac} (KHTML, like Gecko) Version/17.5 Safari/605.1.15`, true);
  assert.equal(ipad.place, 'SAFARI_IOS');
});

const apps = [
  [`${iphone} ${inApp} Instagram 334.0.0.28`, 'Instagram'],
  [`${iphone} ${inApp} [FBAN/FBIOS;FBAV/468.0]`, 'Facebook'],
  [`${android}; wv) ${chrome} Mobile Safari/537.36 musical_ly_2023 BytedanceWebview`, 'TikTok'],
  [`${iphone} ${inApp} Safari Line/14.9.0`, 'LINE'],
  [`${android}; wv) ${chrome} Mobile Safari/537.36 MicroMessenger/8.0`, 'WeChat'],
  [`${iphone} (KHTML, like Gecko) GSA/322.0 Mobile/15E148 Safari/604.1`, 'Google'],
  [`${iphone} ${inApp} [LinkedInApp]/9.29`, 'LinkedIn'],
  [`${iphone} ${inApp} Twitter for iPhone/10.46`, 'X'],
  [`${iphone} ${inApp}`, ''],
  [`${android}; wv) Version/4.0 ${chrome} Mobile Safari/537.36`, ''],
] as const;

test('a page in another app is told by the name of the app, where it gives one', () => {
  for (const [agent, app] of apps) assert.equal(surroundingsOf(agent, true).app, app, agent);
});
