// The order of the work on cases, in German.
import type { enDesk } from './en.js';

export const deDesk: Readonly<Record<keyof typeof enDesk, string>> = {
  dueAt: 'Fällig',
  dueIn: 'Fällig in {time}',
  dueSince: 'Überfällig seit {time}',
  assignedToYou: 'Ihnen zugeteilt',
  assignedToAnother: 'jemand anderem zugeteilt',
  assignedToName: '{name} zugeteilt',
  forSupervisor: 'Für eine Aufsicht',
  filterLane: 'Für wen',
  laneYou: 'Mir zugeteilt',
  chooseCase: 'Fall {id} auswählen',
  assignChosen: 'Ausgewählte Fälle zuteilen: {n}',
  assignTitle: 'Jemandem zuteilen',
  assignBody:
    'Was Sie zuteilen, wird höchstens einen Tag lang niemand anderem angeboten. Das Protokoll hält fest, wer es zuteilt.',
  assignTo: 'Prüfer',
  assignEntry: '{name}, zugeteilt: {n}',
  assignNone: 'Niemand entscheidet Fälle dieses Auftraggebers.',
  assignDo: 'Zuteilen',
  assignBack: 'Zurücknehmen',
  assignDone: 'Das ist geschehen.',
  assignRefused: 'Nicht geändert: {n}.',
  handOver: 'Einer Aufsicht übergeben',
  handOverBody:
    'Schreiben Sie, was eine Aufsicht wissen soll. Die Worte werden mit den Bildern gelöscht.',
  handOverWords: 'Worte an die Aufsicht',
  handOverDone: 'Der Fall wartet nun auf eine Aufsicht.',
  handOversTitle: 'Einer Aufsicht übergeben',
  handOverGone: 'Die Worte sind gelöscht.',
  keyChoose: 'In der Liste: Zeile auswählen',
  keyAssign: 'Jemandem zuteilen',
  keyHandOver: 'Den Fall einer Aufsicht übergeben',
  problemAssigned: 'Eine Aufsicht hat diesen Fall jemand anderem zugeteilt.',
  problemHandedOver: 'Dieser Fall wartet auf eine Aufsicht.',
  problemManyAssigned: 'Dieser Person sind so viele Fälle zugeteilt, wie es sein dürfen.',
  tellTitle: 'Satz für die Person',
  tellNothing: 'Keiner',
  tellBody:
    'Die Person liest ihn auf der Seite, und Ihre Systeme erhalten ihn mit dem Ergebnis. ' +
    'Er ist von Ihrer Organisation und enthält nichts über die Person.',
};
