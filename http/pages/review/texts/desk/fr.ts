// The order of the work on cases, in French.
import type { enDesk } from './en.js';

export const frDesk: Readonly<Record<keyof typeof enDesk, string>> = {
  dueAt: 'Échéance',
  dueIn: 'À traiter dans {time}',
  dueSince: 'En retard de {time}',
  assignedToYou: 'Attribué à vous',
  assignedToAnother: 'Attribué à une autre personne',
  assignedToName: 'Attribué à {name}',
  forSupervisor: 'Pour un superviseur',
  filterLane: 'Pour qui',
  laneYou: 'Attribués à moi',
  chooseCase: 'Choisir le dossier {id}',
  assignChosen: 'Attribuer les dossiers choisis : {n}',
  assignTitle: 'Attribuer à un vérificateur',
  assignBody:
    'Pendant un jour au plus, ce que vous attribuez n’est proposé à personne d’autre. Le journal retient qui l’attribue.',
  assignTo: 'Vérificateur',
  assignEntry: '{name}, attribués : {n}',
  assignNone: 'Personne ne décide des dossiers de ce client.',
  assignDo: 'Attribuer',
  assignBack: 'Retirer',
  assignDone: 'C’est fait.',
  assignRefused: 'Inchangés : {n}.',
  handOver: 'Transmettre à un superviseur',
  handOverBody: 'Dites ce qu’un superviseur doit savoir. Le texte est effacé avec les images.',
  handOverWords: 'Texte pour les superviseurs',
  handOverDone: 'Le dossier attend maintenant un superviseur.',
  handOversTitle: 'Transmis à un superviseur',
  handOverGone: 'Le texte est effacé.',
  keyChoose: 'Dans la file : choisir la ligne',
  keyAssign: 'Attribuer à un vérificateur',
  keyHandOver: 'Transmettre le dossier à un superviseur',
  problemAssigned: 'Un superviseur a attribué ce dossier à un autre vérificateur.',
  problemHandedOver: 'Ce dossier attend un superviseur.',
  problemManyAssigned: 'Ce vérificateur a autant de dossiers attribués qu’il peut en avoir.',
  tellTitle: 'Phrase pour la personne',
  tellNothing: 'Aucune',
  tellBody:
    'La personne la lit sur la page et vos systèmes la reçoivent avec le résultat. ' +
    'Elle est de votre organisation : elle ne contient rien sur la personne.',
};
