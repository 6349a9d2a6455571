'use client';

import { useEffect, useRef, useState } from 'react';
import type { CaptureElement } from 'countersign-capture';
import type {} from 'countersign-capture/react';

import { openSession } from './open-session';

// The button, and the element, whose package is imported when somebody needs it.
export function Capture({ server }: { server: string }) {
  const element = useRef<CaptureElement>(null);
  const [hasBegun, setBegun] = useState(false);
  const [result, setResult] = useState('');

  useEffect(() => {
    const capture = element.current;
    if (capture === null) return;
    const end = new AbortController();
    const { signal } = end;
    const tell = (text: string): void => setResult(text);
    capture.addEventListener('error', (e) => tell(`A call failed: ${e.detail.code}`), { signal });
    capture.addEventListener('done', (e) => tell(`The capture ended: ${e.detail.result}`), {
      signal,
    });
    return () => end.abort();
  }, []);

  const begin = async (): Promise<void> => {
    setBegun(true);
    const capture = element.current;
    if (capture === null) return;
    capture.texts = { en: { welcomeTitle: 'One more step to your account' } };
    capture.token = await openSession();
    await import('countersign-capture');
  };

  return (
    <>
      {hasBegun ? null : <button onClick={() => void begin()}>Verify my identity</button>}
      <countersign-capture
        ref={element}
        hidden={!hasBegun}
        server={server}
        worker-url="/guide-worker.js"
        wasm-url="/guide.wasm"
        css-url="/element.css"
      />
      <p id="result" role="status">
        {result}
      </p>
    </>
  );
}
