// A page of an integrator, on another origin than the server. The package is imported when somebody
// needs it.
import type {} from 'countersign-capture';

function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`);
  return found;
}

const form = byId('start', HTMLFormElement);
const result = byId('result', HTMLElement);
const capture = document.querySelector('countersign-capture');
if (capture === null) throw new Error('the page has no element');

// Words of your own, by key or by code: those that are not here stay as they are. A value that is
// set before the element is defined holds, too.
capture.texts = { en: { welcomeTitle: 'One more step to your account' } };

form.addEventListener('submit', (event) => {
  event.preventDefault();
  form.hidden = true;
  capture.hidden = false;
  capture.setAttribute('server', byId('server', HTMLInputElement).value);
  capture.token = byId('token', HTMLInputElement).value;
  void import('countersign-capture');
});

capture.addEventListener('step', ({ detail }) => {
  document.documentElement.dataset['screen'] = detail.screen;
});
capture.addEventListener('error', ({ detail }) => {
  result.textContent = `A call failed: ${detail.code}`;
});
// Only a copy: your backend asks the server for the result that counts.
capture.addEventListener('done', ({ detail }) => {
  result.textContent = `The capture ended: ${detail.result}`;
});
