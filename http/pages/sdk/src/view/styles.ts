// The look of the element. Parts of it can be reached from outside by ::part(). No style is ever an
// attribute: a page's policy may forbid it.
/// <reference path="./css.d.ts" />
import { make } from './dom.js';
import base from './style-base.css';
import camera from './style-camera.css';
import parts from './style-parts.css';

// Gives the shadow root the style sheet: adopted, which no style-src forbids. Where a browser
// cannot adopt one, the file at `address` is linked, or without an address an element has the text,
// which a page's policy may forbid.
export function addStyles(root: ShadowRoot, address: string | null): void {
  const css = base + parts + camera;
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [sheet];
  } catch {
    root.append(address === null ? make('style', {}, css) : link(address));
  }
}

function link(href: string): HTMLLinkElement {
  return make('link', { rel: 'stylesheet', href });
}
