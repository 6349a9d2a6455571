// The element in JSX of React 19: `import type {} from 'countersign-capture/react'`. The entry has
// types and nothing else, and is one of its own, so that nobody else needs React's types.
import type { DetailedHTMLProps, HTMLAttributes } from 'react';

import type { CaptureElement, CaptureEvents } from './capture-element.js';
import type { Replacements } from './texts/texts.js';

type Listeners = {
  [Type in keyof CaptureEvents as `on${Type}`]?:
    | ((event: CaptureEvents[Type]) => void)
    | undefined;
};

interface Properties {
  token?: string | null | undefined;
  code?: string | null | undefined;
  texts?: Replacements | undefined;
  server?: string | undefined;
  'worker-url'?: string | undefined;
  'wasm-url'?: string | undefined;
  'css-url'?: string | undefined;
  history?: boolean | undefined;
}

export type CaptureProps = DetailedHTMLProps<HTMLAttributes<CaptureElement>, CaptureElement> &
  Properties &
  Listeners;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'countersign-capture': CaptureProps;
    }
  }
}
