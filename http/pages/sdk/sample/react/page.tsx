// The element in React, by its component, which imports the element when somebody needs it.
import { StrictMode, useState } from 'react';
import type { SubmitEvent } from 'react';
import { createRoot } from 'react-dom/client';
import { Capture } from 'countersign-capture/react';

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
      <Capture
        server={session.server}
        token={session.token}
        texts={texts}
        workerUrl="guide-worker.js"
        wasmUrl="guide.wasm"
        cssUrl="element.css"
        onError={({ code }) => setResult(`A call failed: ${code}`)}
        onDone={({ result }) => setResult(`The capture ended: ${result}`)}
      />
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
