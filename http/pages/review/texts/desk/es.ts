// The order of the work on cases, in Spanish.
import type { enDesk } from './en.js';

export const esDesk: Readonly<Record<keyof typeof enDesk, string>> = {
  dueAt: 'Vence',
  dueIn: 'Vence en {time}',
  dueSince: 'Vencido desde hace {time}',
  assignedToYou: 'Asignado a usted',
  assignedToAnother: 'Asignado a otra persona',
  assignedToName: 'Asignado a {name}',
  forSupervisor: 'Para un supervisor',
  filterLane: 'Para quién',
  laneYou: 'Asignados a mí',
  chooseCase: 'Elegir el caso {id}',
  assignChosen: 'Asignar los casos elegidos: {n}',
  assignTitle: 'Asignar a un revisor',
  assignBody:
    'Durante un día como máximo, lo que asigne no se ofrece a nadie más. El registro recoge quién lo asigna.',
  assignTo: 'Revisor',
  assignEntry: '{name}, asignados: {n}',
  assignNone: 'Nadie decide casos de este cliente.',
  assignDo: 'Asignar',
  assignBack: 'Retirar',
  assignDone: 'Hecho.',
  assignRefused: 'Sin cambios: {n}.',
  handOver: 'Pasar a un supervisor',
  handOverBody: 'Diga lo que un supervisor debe saber. El texto se borra con las imágenes.',
  handOverWords: 'Texto para los supervisores',
  handOverDone: 'El caso espera ahora a un supervisor.',
  handOversTitle: 'Pasado a un supervisor',
  handOverGone: 'El texto está borrado.',
  keyChoose: 'En la cola: elegir la fila',
  keyAssign: 'Asignar a un revisor',
  keyHandOver: 'Pasar el caso a un supervisor',
  problemAssigned: 'Un supervisor ha asignado este caso a otro revisor.',
  problemHandedOver: 'Este caso espera a un supervisor.',
  problemManyAssigned: 'Este revisor tiene tantos casos asignados como puede tener.',
  tellTitle: 'Frase para la persona',
  tellNothing: 'Ninguna',
  tellBody:
    'La persona la lee en la página y sus sistemas la reciben con el resultado. ' +
    'Es de su organización: no contiene nada sobre la persona.',
};
