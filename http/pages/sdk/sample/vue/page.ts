// The element in Vue 3, by its component, which imports the element when somebody needs it. Render
// functions are what a strict policy permits.
import { Capture } from 'countersign-capture/vue';
import { createApp, defineComponent, h, ref, shallowRef } from 'vue';

const texts = { en: { welcomeTitle: 'One more step to your account' } };

// In the place of your backend, which opens a session and gives this page its token.
function form(begin: (server: string, token: string) => void) {
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    begin(String(fields.get('server')), String(fields.get('token')));
  };
  const server = h('input', { id: 'server', name: 'server', type: 'url', required: true });
  const token = h('input', { id: 'token', name: 'token', required: true, autocomplete: 'off' });
  return h('form', { id: 'start', onSubmit }, [
    h('label', ['Address of the server ', server]),
    h('label', ['Session token ', token]),
    h('button', 'Verify my identity'),
  ]);
}

const Page = defineComponent(() => {
  const session = shallowRef<{ server: string; token: string } | null>(null);
  const result = ref('');
  const begin = (server: string, token: string): void => {
    session.value = { server, token };
  };
  const capture = (server: string, token: string) =>
    h(Capture, {
      server,
      token,
      texts,
      workerUrl: 'guide-worker.js',
      wasmUrl: 'guide.wasm',
      cssUrl: 'element.css',
      onError: ({ code }) => {
        result.value = `A call failed: ${code}`;
      },
      onDone: ({ result: told }) => {
        result.value = `The capture ended: ${told}`;
      },
    });
  return () =>
    session.value === null
      ? form(begin)
      : [
          capture(session.value.server, session.value.token),
          h('p', { id: 'result', role: 'status' }, result.value),
        ];
});

createApp(Page).mount('#page');
