// The columns of the operators' lists.
import { make } from '../../sdk/src/view/dom.js';
import type {
  OperatorsClient,
  OperatorsHold,
  OperatorsPage,
  OperatorsSlot,
  OperatorsWebhook,
} from '../generated/answers.js';
import type { Key } from '../texts/texts.js';
import { foreign, mono, named } from '../view/parts.js';
import { comma } from '../view/lists.js';
import { moment } from '../view/times.js';
import type { Wording } from '../view/wording.js';
import { aged, agedOr, count, list, namedBy, spans, waited, words, yesNo } from './cells.js';
import type { Column } from './listing.js';

const stops: Readonly<Record<string, Key>> = {
  REQUESTED: 'stopRequested',
  EXHAUSTED: 'stopExhausted',
  GONE: 'stopGone',
  UNPROVEN: 'stopUnproven',
};
const states: Readonly<Record<string, Key>> = {
  PENDING: 'hookPending',
  ACTIVE: 'hookActive',
  DISABLED: 'stateDisabled',
};

// A client's name, with the key that calls have.
function clientOf(name: string, key: string): HTMLElement {
  return make('div', {}, foreign(name), make('div', { class: 'quiet small' }, mono(key)));
}

function stateOfClient(wording: Wording, client: OperatorsClient): HTMLElement {
  const { purgeAt } = client;
  const state = client.disabled ? 'stateDisabled' : 'stateEnabled';
  const shown =
    purgeAt === null
      ? words(wording, state)
      : wording.text(make('span'), 'stateClosed', () => ({
          time: moment(wording.speech.code, purgeAt),
        }));
  const node = make('div', {}, shown);
  if (client.sandbox) {
    node.append(wording.made(make('span'), ({ code }) => comma(code)));
    node.append(words(wording, 'stateSandbox'));
  }
  return node;
}

export function clientColumns(wording: Wording): Column<OperatorsClient>[] {
  return [
    { heading: 'columnClient', cell: (row) => clientOf(row.name, row.clientKey) },
    { heading: 'columnState', cell: (row) => stateOfClient(wording, row) },
    { heading: 'columnUse', cell: (row) => count(wording, row.openedThisMonth) },
    {
      heading: 'columnLastUse',
      cell: ({ lastUsedMonth }) =>
        lastUsedMonth === null ? words(wording, 'useNever') : mono(lastUsedMonth),
    },
    {
      heading: 'columnKept',
      cell: (row) =>
        spans(wording, row.retentionMs, row.retentionUnfinishedMs, row.retentionReviewMs),
    },
    {
      heading: 'columnConsents',
      cell: ({ consents }) =>
        list(
          wording,
          consents.map(({ language, version }) =>
            language === null ? version : `${language} ${version}`,
          ),
          'none',
        ),
    },
    {
      heading: 'columnCredentials',
      cell: ({ credentials }) => {
        const node = make('div');
        for (const { id, addedAt } of credentials) {
          node.append(make('div', {}, `${id}: `, aged(wording, addedAt)));
        }
        return node;
      },
    },
    { heading: 'columnCreated', cell: (row) => aged(wording, row.createdAt) },
  ];
}

export function pageColumns(wording: Wording): Column<OperatorsPage>[] {
  return [
    { heading: 'columnClient', cell: (row) => clientOf(row.clientName, row.clientKey) },
    {
      heading: 'columnPageName',
      cell: ({ name }) => (name === null ? words(wording, 'none') : foreign(name)),
    },
    { heading: 'columnLinks', cell: (row) => yesNo(wording, row.links) },
    {
      heading: 'columnLinkTtl',
      cell: ({ linkTtlMaxMs }) => spans(wording, linkTtlMaxMs ?? 30 * 86_400_000),
    },
    {
      heading: 'columnDocuments',
      cell: ({ documentTypes }) => {
        if (documentTypes.length === 0) return words(wording, 'all');
        const node = make('div');
        for (const type of documentTypes) {
          node.append(make('div', {}, named(wording, 'documents', type)));
        }
        return node;
      },
    },
    { heading: 'columnCountries', cell: (row) => list(wording, row.countries, 'all') },
    { heading: 'columnLanguages', cell: (row) => list(wording, row.languages, 'none') },
    { heading: 'columnReturn', cell: (row) => list(wording, row.returnHosts, 'none') },
    { heading: 'columnLogo', cell: (row) => yesNo(wording, row.logo) },
  ];
}

function stateOfWebhook(wording: Wording, row: OperatorsWebhook): HTMLElement {
  if (row.disabledReason !== null) return namedBy(wording, stops, row.disabledReason);
  if (row.state === 'ACTIVE' && row.failing) return words(wording, 'hookFailing');
  return namedBy(wording, states, row.state);
}

export function webhookColumns(wording: Wording): Column<OperatorsWebhook>[] {
  return [
    {
      heading: 'columnHost',
      cell: (row) =>
        make('div', {}, mono(row.host), make('div', { class: 'quiet small' }, mono(row.id))),
    },
    { heading: 'columnClient', cell: (row) => mono(row.clientKey) },
    { heading: 'columnState', cell: (row) => stateOfWebhook(wording, row) },
    {
      heading: 'columnDelivered',
      cell: (row) => agedOr(wording, row.lastDeliveredAt, 'deliveredNever'),
    },
    { heading: 'columnFailures', cell: (row) => count(wording, row.failures) },
    { heading: 'columnOutstanding', cell: (row) => count(wording, row.outstanding) },
    {
      heading: 'columnOldest',
      cell: ({ oldest }) =>
        oldest === null ? words(wording, 'none') : waited(wording, oldest),
    },
    { heading: 'columnCreated', cell: (row) => aged(wording, row.createdAt) },
  ];
}

export function holdColumns(wording: Wording): Column<OperatorsHold>[] {
  return [
    { heading: 'columnSession', cell: (row) => mono(row.sessionId) },
    { heading: 'columnClient', cell: (row) => mono(row.clientKey) },
    { heading: 'columnSince', cell: (row) => aged(wording, row.since) },
    { heading: 'columnBy', cell: (row) => mono(row.by) },
    { heading: 'columnReason', cell: (row) => foreign(row.reason) },
  ];
}

export function slotColumns(): Column<OperatorsSlot>[] {
  return [
    { heading: 'columnSlot', cell: (row) => mono(row.slot) },
    { heading: 'columnDay', cell: (row) => mono(row.day) },
  ];
}
