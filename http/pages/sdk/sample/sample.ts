// A page of an integrator, on another origin than the server.
import { defineCaptureElement } from '../src/index.js';
import type { CaptureElement, CaptureEvents } from '../src/index.js';

function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`);
  return found;
}

defineCaptureElement();
const form = byId('start', HTMLFormElement);
const result = byId('result', HTMLElement);
const capture = document.querySelector('countersign-capture') as CaptureElement;

// Words of your own, by key or by code: those that are not here stay as they are.
capture.texts = { en: { welcomeTitle: 'One more step to your account' } };

form.addEventListener('submit', (event) => {
  event.preventDefault();
  form.hidden = true;
  capture.hidden = false;
  capture.setAttribute('server', byId('server', HTMLInputElement).value);
  capture.token = byId('token', HTMLInputElement).value;
});

function on<Type extends keyof CaptureEvents>(
  type: Type,
  listener: (event: CaptureEvents[Type]) => void,
): void {
  capture.addEventListener(type, (event) => listener(event as CaptureEvents[Type]));
}

on('step', ({ detail }) => {
  document.documentElement.dataset['screen'] = detail.screen;
});
on('error', ({ detail }) => {
  result.textContent = `A call failed: ${detail.code}`;
});
// Only a copy: your backend asks the server for the result that counts.
on('done', ({ detail }) => {
  result.textContent = `The capture ended: ${detail.result}`;
});
