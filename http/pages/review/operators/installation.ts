// How the installation does: the server, its log and its disk, the survey, the backups.
import { make } from '../../sdk/src/view/dom.js';
import type { Child } from '../../sdk/src/view/dom.js';
import type { OperatorsInstallation, OperatorsSurvey } from '../generated/answers.js';
import type { Context } from '../screens/screen.js';
import type { Key } from '../texts/texts.js';
import { fact, foreign, mono, paragraph, section } from '../view/parts.js';
import { moment } from '../view/times.js';
import { aged, agedOr, count, namedBy, sized, yesNo } from './cells.js';
import { table } from './listing.js';

const phases: Readonly<Record<string, Key>> = {
  WAITING: 'phaseWaiting',
  FILES: 'phaseFiles',
  SESSIONS: 'phaseSessions',
  DONE: 'phaseDone',
  STOPPED: 'phaseStopped',
  FAILED: 'phaseFailed',
};
const outcomes: Readonly<Record<string, Key>> = {
  MADE: 'outcomeMade',
  INCOMPLETE: 'outcomeIncomplete',
  FAILED: 'outcomeFailed',
};

type Fact = readonly [Key, Child];

function facts(context: Context, ...all: readonly Fact[]): HTMLElement {
  const rows = all.map(([key, value]) => fact(context.wording, key, value));
  return make('dl', { class: 'facts dense-facts' }, ...rows);
}

function serverFacts(context: Context, shown: OperatorsInstallation): HTMLElement {
  const { wording } = context;
  const { log, disk } = shown;
  const signed =
    log.signedSize === null
      ? paragraph(wording, 'healthUnsigned')
      : count(wording, log.signedSize);
  return facts(
    context,
    ['healthReady', yesNo(wording, shown.ready)],
    ['healthDraining', yesNo(wording, shown.draining)],
    ['healthLog', yesNo(wording, log.writable)],
    ['healthDisk', yesNo(wording, disk.hasRoom)],
    ['healthFree', sized(wording, disk.freeBytes)],
    ['healthReserve', sized(wording, disk.reserveBytes)],
    ['healthVersion', mono(shown.version)],
    ['healthEngine', foreign(`${shown.engine} ${shown.engineVersion}`)],
    ['healthEvents', count(wording, log.sequence)],
    ['healthSigned', signed],
    ['healthSigning', yesNo(wording, log.signingFailing)],
    ['healthWaiting', count(wording, shown.inspectionsWaiting)],
  );
}

function countFacts(context: Context, { totals }: OperatorsInstallation): HTMLElement {
  const { wording } = context;
  return facts(
    context,
    ['countClients', count(wording, totals.clients)],
    ['countOpen', count(wording, totals.sessionsOpen)],
    ['countUnpurged', count(wording, totals.sessionsUnpurged)],
    ['countFiles', count(wording, totals.files)],
    ['countBytes', sized(wording, totals.fileBytes)],
    ['operateHolds', count(wording, totals.holds)],
    ['countReviews', count(wording, totals.reviewsWaiting)],
  );
}

function surveyFacts(context: Context, survey: OperatorsSurvey): HTMLElement {
  const { wording } = context;
  return facts(
    context,
    ['surveyPhase', namedBy(wording, phases, survey.phase)],
    ['surveyFiles', count(wording, survey.files)],
    ['surveySessions', count(wording, survey.sessions)],
    ['surveyMissingFiles', count(wording, survey.missingFiles)],
    ['surveyMissingKeys', count(wording, survey.missingKeys)],
    ['surveyUnnamed', count(wording, survey.unnamedFiles)],
    ['surveyRemoved', count(wording, survey.removedFiles)],
    ['surveyFailed', count(wording, survey.failedRemovals)],
  );
}

function backupFacts(context: Context, { backup }: OperatorsInstallation): HTMLElement {
  const { wording } = context;
  if (backup === null) return paragraph(wording, 'backupUnknown');
  return facts(
    context,
    ['backupMade', agedOr(wording, backup.madeAt, 'unknown')],
    ['backupTried', aged(wording, backup.triedAt)],
    ['backupOutcome', namedBy(wording, outcomes, backup.outcome)],
  );
}

function programTable(context: Context, { programs }: OperatorsInstallation): Node {
  const { wording } = context;
  if (programs.length === 0) return paragraph(wording, 'operateNone', 'quiet');
  const body = make('tbody');
  for (const each of programs) {
    const cells = [
      yesNo(wording, each.running),
      yesNo(wording, each.confined),
      count(wording, each.restarts),
      count(wording, each.crashes),
      count(wording, each.timeouts),
      count(wording, each.outOfMemory),
    ];
    const heading = make('th', { scope: 'row' }, mono(each.name));
    body.append(make('tr', {}, heading, ...cells.map((cell) => make('td', {}, cell))));
  }
  const columns = [
    'programName',
    'programRunning',
    'programConfined',
    'programRestarts',
    'programCrashes',
    'programTimeouts',
    'programMemory',
  ] as const;
  return table(context, 'programTitle', columns, body);
}

export function installationPart(context: Context, shown: OperatorsInstallation): HTMLElement {
  const { wording } = context;
  const asOf = paragraph(wording, 'operateAsOf', 'quiet small', () => ({
    time: moment(wording.speech.code, shown.at),
  }));
  const parts = make('div', { class: 'installation' });
  parts.append(
    asOf,
    section(wording, 'operateInstallation', 'card', serverFacts(context, shown)),
    section(wording, 'programTitle', 'card', programTable(context, shown)),
    section(wording, 'backupTitle', 'card', backupFacts(context, shown)),
    section(wording, 'surveyTitle', 'card', surveyFacts(context, shown.survey)),
    section(wording, 'countsTitle', 'card', countFacts(context, shown)),
  );
  return parts;
}
