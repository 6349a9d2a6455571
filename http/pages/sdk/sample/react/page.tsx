// The element in React 19. The package is imported when somebody needs it.
import { StrictMode, Suspense, lazy, useState } from 'react';
import type { SubmitEvent } from 'react';
import { createRoot } from 'react-dom/client';
import type { CaptureProps } from 'countersign-capture/react';

// React writes attributes, and not properties, to an element that is not defined yet. Texts are no
// attribute, so the element is rendered when it is defined.
const Capture = lazy(async () => {
  await import('countersign-capture');
  return { default: (props: CaptureProps) => <countersign-capture {...props} /> };
});

const texts = { en: { welcomeTitle: 'One more step to your account' } };

function Page() {
  const [session, setSession] = useState<{ server: string; token: string } | null>(null);
  const [result, setResult] = useState('');
  // In the place of your backend, which opens a session and gives this page its token.
  const begin = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setSession({ server: String(fields.get('server')), token: String(fields.get('token')) });
  };
  if (session === null) {
    return (
      <form id="start" onSubmit={begin}>
        <label>
          Address of the server <input id="server" name="server" type="url" required />
        </label>
        <label>
          Session token <input id="token" name="token" required autoComplete="off" />
        </label>
        <button>Verify my identity</button>
      </form>
    );
  }
  return (
    <>
      <Suspense fallback={<p>One moment.</p>}>
        <Capture
          server={session.server}
          token={session.token}
          texts={texts}
          worker-url="guide-worker.js"
          wasm-url="guide.wasm"
          css-url="element.css"
          onerror={({ detail }) => setResult(`A call failed: ${detail.code}`)}
          ondone={({ detail }) => setResult(`The capture ended: ${detail.result}`)}
        />
      </Suspense>
      <p id="result" role="status">
        {result}
      </p>
    </>
  );
}

const page = document.getElementById('page');
if (page === null) throw new Error('the page has no place for React');
createRoot(page).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);
