// The look of the element. Parts of it can be reached from outside by ::part(). No style is ever an
// attribute: a page's policy may forbid it.
import { baseCss } from './style-base.js';
import { cameraCss } from './style-camera.js';
import { partsCss } from './style-parts.js';

const css = baseCss + partsCss + cameraCss;

// Gives the shadow root the style sheet: adopted, which no style-src forbids; where a browser
// cannot, as an element, which a page's policy may forbid.
export function addStyles(root: ShadowRoot): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [sheet];
  } catch {
    const style = document.createElement('style');
    style.textContent = css;
    root.append(style);
  }
}
