// The element in React, from 18 on: the component `Capture`. In React 19 the element also stands in
// JSX itself, `import type {} from 'countersign-capture/react'`. The entry is one of its own, so
// that nobody else needs React.
import { createElement, forwardRef, useEffect, useImperativeHandle, useRef } from 'react';
import type {
  CSSProperties,
  DetailedHTMLProps,
  ForwardRefExoticComponent,
  HTMLAttributes,
  RefAttributes,
} from 'react';

import type { CaptureElement, CaptureEvents } from './capture-element.js';
import type { Replacements } from './texts/texts.js';
import { attributesOf, eventTypes } from './wrapping.js';
import type { Attributes, Details } from './wrapping.js';

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

type Handler<Type extends keyof Details> = (detail: Details[Type]) => void;
type Handlers = {
  [Type in keyof Details as `on${Capitalize<Type>}`]?: Handler<Type> | undefined;
};

/** The properties of `Capture`; docs/web.md says what each means. */
export interface CaptureComponentProps extends Attributes, Handlers {
  token?: string | null | undefined;
  code?: string | null | undefined;
  texts?: Replacements | undefined;
  className?: string | undefined;
  style?: CSSProperties | undefined;
}

/** The element. Its script is imported when the component is shown for the first time. */
export const Capture: ForwardRefExoticComponent<
  CaptureComponentProps & RefAttributes<CaptureElement>
> = forwardRef<CaptureElement, CaptureComponentProps>((props, outer) => {
  const element = useRef<CaptureElement>(null);
  const handlers = useRef<Handlers>(props);
  useImperativeHandle(outer, () => element.current as CaptureElement);
  useEffect(() => {
    handlers.current = props;
  });
  useEffect(() => {
    const end = new AbortController();
    for (const type of eventTypes) listen(element.current, type, handlers, end.signal);
    void import('./index.js');
    return () => end.abort();
  }, []);
  // As properties, which no markup shows, also before the element is defined.
  const { token, code, texts } = props;
  useEffect(() => assign(element.current, { texts: texts ?? {} }), [texts]);
  useEffect(() => assign(element.current, { code: code ?? null }), [code]);
  useEffect(() => assign(element.current, { token: token ?? null }), [token]);
  // React writes `class` to an element with a hyphen in its name, of each version.
  const { className, style } = props;
  const look = { ...(className && { class: className }), ...(style && { style }) };
  return createElement('countersign-capture', { ref: element, ...attributesOf(props), ...look });
});
Capture.displayName = 'Capture';

function assign(element: CaptureElement | null, values: Partial<CaptureElement>): void {
  if (element !== null) Object.assign(element, values);
}

function listen<Type extends keyof Details>(
  element: CaptureElement | null,
  type: Type,
  handlers: { current: Handlers },
  signal: AbortSignal,
): void {
  const name = `on${type[0]?.toUpperCase()}${type.slice(1)}` as `on${Capitalize<Type>}`;
  const listener = (event: Event): void => {
    const handler = handlers.current[name] as Handler<Type> | undefined;
    handler?.((event as CustomEvent<Details[Type]>).detail);
  };
  element?.addEventListener(type as string, listener, { signal });
}
