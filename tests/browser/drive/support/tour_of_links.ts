// Ways through what a link says that is opened too late, the countries, and a test.
import { phone } from './browsers.js';
import { Person } from './person.js';
import { Server } from './server.js';
import type { Session } from './server.js';
import { clientPage, opened, press, primary } from './tour.js';
import type { Tour } from './tour.js';

async function openedLink(tour: Tour, { captureUrl }: Session): Promise<Person> {
  const page = await tour.browser.newPage();
  await page.setViewport(phone);
  await tour.prepare(page);
  await page.goto(`${captureUrl}&lang=${tour.language}`);
  return new Person(page);
}

async function late(tour: Tour, name: string, session: Session): Promise<void> {
  const person = await openedLink(tour, session);
  await person.sees('ENDED');
  await tour.visit(name, person);
  await person.page.close();
}

async function links(tour: Tour): Promise<void> {
  const { server } = tour;
  const canceled = await server.create('LIVENESS');
  await server.cancel(canceled);
  await late(tour, 'link-canceled', canceled);
  const renewed = await server.create('LIVENESS');
  await server.renewLink(renewed);
  await late(tour, 'link-renewed', renewed);
}

// The countries, where the client takes different documents of each.
async function countries(tour: Tour): Promise<void> {
  const documents = [
    { country: 'DE', types: ['ID_CARD', 'PASSPORT'] },
    { country: 'GR', types: ['PASSPORT'] },
    { types: ['RESIDENCE_PERMIT'] },
  ];
  const session = await tour.server.create('DOCUMENT_VERIFICATION', { documents });
  const person = await openedLink(tour, session);
  await person.sees('WELCOME');
  await press(person, primary);
  await person.sees('CONSENT');
  await press(person, primary);
  await person.sees('COUNTRY');
  await tour.visit('country', person);
  await person.page.close();
}

// The bar of a test, closed and open.
export async function tourOfTest(tour: Tour): Promise<void> {
  const server = await Server.start([], undefined, 'sandbox', ['--sandbox']);
  try {
    server.page(clientPage);
    const person = await opened({ ...tour, server }, phone, 'DOCUMENT_VERIFICATION');
    await person.sees('WELCOME');
    await person.page.waitForFunction(() => {
      const root = document.querySelector('countersign-capture')?.shadowRoot;
      return root?.querySelector('[part="test-mode"] summary');
    });
    await tour.visit('test', person);
    await person.page.evaluate(() => {
      const root = document.querySelector('countersign-capture')?.shadowRoot;
      root?.querySelector<HTMLElement>('[part="test-mode"] summary')?.click();
    });
    await tour.visit('test-choices', person);
    await person.page.close();
  } finally {
    await server.stop();
  }
}

export async function tourOfLinks(tour: Tour): Promise<void> {
  await links(tour);
  await countries(tour);
}
