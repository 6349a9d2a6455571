// French.
import type { Codes, Words } from './texts.js';

export const words: Words = {
  language: 'Langue',
  stepOf: 'Étape {n} sur {of}',
  loading: 'Un instant',
  back: 'Retour',
  tryAgain: 'Réessayer',
  attemptsLeft: { one: '{n} essai restant', other: '{n} essais restants' },
  soonEnds: 'Ce lien expire dans environ deux minutes.',
  offlineNow: 'Pas de connexion. Cette page continuera d’elle-même à son retour.',
  backLeaves: 'Revenez encore une fois en arrière pour quitter. Ce qui a été accepté est conservé.',
  testMode: 'Test : personne n’est vérifié',

  welcomeTitle: 'Vérifiez votre identité',
  welcomeFor: '{name} vous demande de confirmer votre identité.',
  welcomeForDocument: '{name} vous demande des photos de votre pièce d’identité.',
  welcomeForFace: '{name} vous demande de montrer que vous êtes une personne réelle.',
  welcomeBody: 'Cela prend environ une minute.',
  againTitle:
    'Veuillez refaire les prises de vue : les images précédentes n’ont pas pu être utilisées.',
  needDocument: 'Votre pièce d’identité',
  needDocumentBody: 'Valide, et l’original plutôt qu’une copie.',
  needFace: 'Votre visage',
  needFaceBody: 'Vous regarderez la caméra et bougerez un peu la tête.',
  picturesWhere: 'Vos photos vont à {host} et y sont conservées chiffrées.',
  picturesKept: 'Elles sont supprimées {time} après le résultat.',
  picturesSeenBy: 'Des personnes de {name} ne les voient que si la machine ne peut pas décider.',
  picturesSeen: 'Des personnes ne les voient que si la machine ne peut pas décider.',
  begin: 'Commencer',
  usePhone: 'Continuer sur votre téléphone',
  useHere: 'Continuer sur cet appareil',
  usePhoneBody: 'La caméra d’un téléphone prend de meilleures photos de documents.',
  localOnly:
    'Seul cet ordinateur peut ouvrir cette page (son adresse est localhost) : un téléphone ne ' +
    'peut pas prendre le relais.',

  consentTitle: 'Votre consentement',
  agree: 'J’accepte',
  decline: 'Je n’accepte pas',
  declinedTitle: 'Rien n’a été enregistré',
  declinedBody:
    'Sans votre consentement, aucune photo n’est prise. Vous pouvez fermer cette page ou ' +
    'revenir en arrière.',
  countryTitle: 'Quel pays a délivré votre document ?',
  otherCountry: 'Un autre pays',

  typeTitle: 'Quel document utilisez-vous ?',
  PASSPORT: 'Passeport',
  ID_CARD: 'Carte d’identité',
  DRIVING_LICENSE: 'Permis de conduire',
  RESIDENCE_PERMIT: 'Titre de séjour',
  OTHER: 'Un autre document',
  photoPage: 'La page avec votre photo',
  bothSides: 'Recto et verso',

  passportTitle: 'La page avec votre photo',
  passportBody:
    'Ouvrez le passeport, posez-le à plat et montrez toute la page avec les lignes du bas.',
  frontTitle: 'Le recto de votre document',
  frontBody: 'Posez à plat le côté avec votre photo, bien éclairé, et montrez-le en entier.',
  backTitle: 'Le verso de votre document',
  backBody: 'Retournez le document et posez-le à plat.',
  otherDocument: 'Utiliser un autre document',
  openCamera: 'Ouvrir la caméra',
  choosePhoto: 'Choisir une photo',
  choosePhotoInstead: 'Choisir plutôt une photo',
  closeCamera: 'Fermer la caméra',
  otherCamera: 'Utiliser une autre caméra',
  torch: 'Allumer ou éteindre la lampe',
  takeNow: 'Prendre la photo maintenant',
  cameraPaused: 'La caméra est en pause',
  byHand: 'Montrez tout le document, ne bougez plus et prenez la photo.',

  SEARCHING: 'Recherche du document',
  HOLD_STILL: 'Ne bougez plus',
  MOVE_CLOSER: 'Rapprochez-vous',
  MOVE_BACK: 'Éloignez-vous un peu',
  MOVE_LEFT: 'Déplacez le document vers la gauche',
  MOVE_RIGHT: 'Déplacez le document vers la droite',
  MOVE_UP: 'Déplacez le document vers le haut',
  MOVE_DOWN: 'Déplacez le document vers le bas',
  SHOW_ALL: 'Montrez tout le document',
  TOO_DARK: 'Plus de lumière, s’il vous plaît',
  TORCH_ON: 'Trop sombre : allumez la lampe',
  TOO_BRIGHT: 'Moins de lumière, s’il vous plaît',
  GLARE: 'Inclinez le document : il y a un reflet',
  OBSCURED: 'Ne laissez ni doigts ni objets sur le document',
  BLURRY: 'Pas net : éloignez-vous un peu',
  LOOKING: 'Ne bougez plus, la photo est en cours de vérification',
  taken: 'La photo a été prise',

  previewTitle: 'Tout est-il lisible ?',
  previewBody: 'Tout le document doit être visible, net et sans reflets.',
  previewRemarks: 'Cette photo risque d’être refusée :',
  previewAlt: 'Votre photo du document',
  usePicture: 'Utiliser cette photo',
  takeAnother: 'Reprendre la photo',
  chooseAnother: 'Choisir une autre photo',

  sendingTitle: 'Envoi de la photo',
  sendingFaceTitle: 'Envoi de l’enregistrement',
  sent: 'Envoyé : {percent} %',
  checking: 'Envoyé. La vérification est en cours.',
  keepOpen: 'Veuillez laisser cette page ouverte.',
  refusedTitle: 'Veuillez prendre une autre photo',
  refusedFaceTitle: 'Veuillez réessayer',
  acceptedFront: 'Le recto a été accepté.',
  acceptedDocument: 'Le document a été accepté.',

  faceTitle: 'Maintenant votre visage',
  faceBody:
    'Tenez la caméra à la hauteur de vos yeux. De petits mouvements vous seront demandés, un ' +
    'par un.',
  faceNoHurry: 'Rien ne presse. Les photos sont prises quand vous êtes prêt.',
  cannot: 'Je ne peux pas le faire',
  NO_FACE: 'Placez-vous dans l’image',
  SEVERAL_FACES: 'Vous devez être seul dans l’image',
  FACE_FAR: 'Rapprochez-vous de la caméra',
  FACE_OFF_CENTER: 'Placez-vous au milieu de l’image',
  LOOK_STRAIGHT: 'Regardez droit vers la caméra',
  TURN_LEFT: 'Tournez légèrement la tête vers votre gauche',
  TURN_RIGHT: 'Tournez légèrement la tête vers votre droite',
  TILT_LEFT: 'Penchez la tête vers votre épaule gauche',
  TILT_RIGHT: 'Penchez la tête vers votre épaule droite',
  MOVE_FACE_CLOSER: 'Rapprochez-vous de la caméra',
  LOOK_UP: 'Regardez vers le haut',
  LOOK_DOWN: 'Regardez vers le bas',
  BLINK: 'Clignez des yeux',
  SMILE: 'Souriez',
  OPEN_MOUTH: 'Ouvrez la bouche',
  startsAnew: 'Recommençons, avec d’autres mouvements. Prenez votre temps.',
  doingItNow: 'Je le fais maintenant',
  facePhotosBody: 'Prenez une photo pour chaque mouvement avec l’appareil photo de cet appareil.',
  takePhoto: 'Prendre une photo',

  cannotTitle: 'Vous ne pouvez pas le faire ?',
  cannotBody:
    'Ce n’est pas un échec. Vous continuez sans cette étape, et une personne examinera votre cas.',
  cannotReason: 'Qu’est-ce qui vous en empêche ? (facultatif)',
  cannotSend: 'Continuer sans cette étape',

  handoffTitle: 'Continuer sur votre téléphone',
  handoffBody: 'Scannez ce code avec l’appareil photo de votre téléphone.',
  handoffAlt: 'Code QR avec le lien pour votre téléphone',
  handoffLink: 'Le lien pour votre téléphone',
  handoffNumber: 'Sur votre téléphone, choisissez ce nombre :',
  handoffUnavailable: 'Il n’est pas possible de continuer sur un téléphone ici.',
  numberWrong: 'Un mauvais nombre a été choisi. Ce code ne sert plus, en voici un nouveau.',
  followTitle: 'Vous continuez sur un autre appareil',
  followBody: 'Continuez là-bas. Cette page vous dira quand tout est terminé.',
  followLost:
    'Cet appareil n’est plus à portée de main ? Continuez ici. Ce qui y a été accepté est ' +
    'conservé.',
  continueHere: 'Continuer plutôt ici',
  numbersTitle: 'Quel nombre affiche l’autre écran ?',
  numbersBody: 'Choisissez un nombre seulement si vous avez scanné le code vous-même.',
  numbersNone: 'Aucun de ceux-ci',
  numbersWrongTitle: 'Ce code n’a pas été utilisé',
  numbersWrongBody:
    'Si quelqu’un vous a envoyé ce code, n’allez pas plus loin : on veut peut-être utiliser ' +
    'votre identité.',
  spentTitle: 'Ce code ne sert plus',
  spentBody:
    'Un autre nombre était le bon, ou trop de temps a passé. Scannez le code que l’autre écran ' +
    'affiche maintenant.',

  finishingTitle: 'Presque terminé',
  passedTitle: 'Votre identité est vérifiée',
  passedBody: 'Tout a été accepté.',
  reviewTitle: 'Merci',
  reviewBody: 'Tout a été reçu et sera examiné. Vous n’avez rien d’autre à faire.',
  failedTitle: 'Votre identité n’a pas pu être vérifiée',
  failedBody: 'Demandez un autre moyen à l’organisation qui vous a envoyé ici.',
  doneTitle: 'Merci',
  close: 'Vous pouvez fermer cette page.',
  nextFrom: '{name} vous dira la suite.',
  nextPlain: 'L’organisation qui vous a envoyé ici vous dira la suite.',
  reference: 'Votre référence :',
  goOn: 'Continuer',
  returnTo: 'Retourner chez {name}',

  endedTitle: 'Ce lien n’est plus valable',
  endedBody:
    'Il a expiré, ou a été utilisé sur un autre appareil ou dans une autre fenêtre. Demandez ' +
    'un nouveau lien.',
  completedTitle: 'Cette vérification est terminée',
  completedBody: 'Ce que vous avez envoyé a été reçu. Vous n’avez plus rien à faire.',
  expiredTitle: 'Ce lien a expiré',
  expiredBody: 'Demandez un nouveau lien à l’organisation qui vous a envoyé ici.',
  canceledTitle: 'Cette vérification a été annulée',
  canceledBody:
    'L’organisation qui vous a envoyé ici y a mis fin. Demandez-lui si vous ne savez pas pourquoi.',
  inUseTitle: 'Cette vérification continue ailleurs',
  inUseBody:
    'Elle a été commencée sur un autre appareil ou dans une autre fenêtre. Continuez là-bas. ' +
    'Si ce n’est pas possible, demandez un nouveau lien.',
  takenBackTitle: 'Ce lien n’est plus utilisé',
  takenBackBody:
    'Il a été retiré, ou vous en avez reçu un plus récent. Cherchez-le, ou demandez un nouveau ' +
    'lien.',
  offlineTitle: 'Pas de connexion',
  offlineBody: 'Rien n’est perdu. Vérifiez la connexion et réessayez.',
  busyTitle: 'Le service est occupé',
  busyBody: 'Rien n’est perdu. Réessayez dans un instant.',
  troubleTitle: 'Un problème est survenu',
  troubleBody: 'Veuillez réessayer.',
  blockedTitle: 'Cette page ne peut pas être utilisée ici',
  blockedBody:
    'Le site n’est pas configuré pour cette vérification. Veuillez le signaler à ' +
    'l’organisation qui vous a envoyé ici.',

  CAMERA_DENIED:
    'La caméra n’est pas autorisée. Autorisez-la dans les réglages du navigateur, ou ' +
    'choisissez une photo.',
  CAMERA_MISSING:
    'Aucune caméra n’a été trouvée. Choisissez une photo, ou continuez sur un autre appareil.',
  CAMERA_IN_USE:
    'Un autre programme utilise la caméra. Fermez-le et réessayez, ou choisissez une photo.',
  CAMERA_UNSUPPORTED:
    'Cette application ne peut pas utiliser la caméra. Ouvrez la page dans votre navigateur, ' +
    'ou choisissez une photo.',
  CAMERA_FAILED: 'La caméra s’est arrêtée. Réessayez, ou choisissez une photo.',
  helpSignTouch: 'Touchez le signe à gauche de l’adresse.',
  helpSignClick: 'Cliquez sur le signe à gauche de l’adresse.',
  helpPermissions: 'Ouvrez « Autorisations » et autorisez la caméra.',
  helpFirefox: 'Cliquez sur la caméra barrée à côté de l’adresse et levez le blocage.',
  helpSafariTouch: 'Touchez le signe au début de l’adresse, puis « Réglages du site web ».',
  helpSafariMenu: 'Ouvrez le menu « Safari », puis « Réglages pour ce site web ».',
  helpSafariAllow: 'Réglez « Appareil photo » sur « Autoriser ».',
  helpIosSettings:
    'Ouvrez les réglages de l’appareil, choisissez ce navigateur et autorisez la caméra.',
  helpAgain: 'Revenez à cette page et ouvrez de nouveau la caméra.',
  helpInApp:
    'Cette page est ouverte dans une autre application. Choisissez « Ouvrir dans le ' +
    'navigateur » dans son menu.',
  helpInNamedApp:
    'Cette page est ouverte dans {app}. Choisissez « Ouvrir dans le navigateur » dans son menu.',
  helpInAppLink:
    'Si ce choix manque, gardez le doigt sur le lien de votre message et ouvrez-le dans le ' +
    'navigateur.',
  FILE_HEIC:
    'Ce navigateur ne peut pas ouvrir les photos HEIC. Choisissez un JPEG, ou prenez la photo ici.',
  FILE_UNREADABLE:
    'Ce fichier n’est pas une image que l’on peut ouvrir. Choisissez un JPEG, PNG ou WebP.',
  FILE_TOO_LARGE: 'Cette image est trop grande et n’a pas pu être réduite.',
  FILE_NO_POSE: 'Cette photo ne montre pas le mouvement. Veuillez en prendre une autre.',
};

export const codes: Codes = {
  DOCUMENT_UNREADABLE: 'Le fichier n’a pas pu être ouvert. Prenez une nouvelle photo.',
  DOCUMENT_BLURRY: 'La photo n’est pas nette. Ne bougez plus, un peu plus loin.',
  DOCUMENT_GLARE:
    'De la lumière se reflète sur le document. Inclinez-le : lignes et photo doivent être sans reflet.',
  DOCUMENT_TOO_DARK: 'La photo est trop sombre. Trouvez plus de lumière.',
  DOCUMENT_TOO_BRIGHT: 'La photo est trop claire. Évitez la lumière directe et le flash.',
  DOCUMENT_LOW_RESOLUTION: 'Le document est trop petit dans la photo. Rapprochez-vous.',
  DOCUMENT_NOISY: 'La photo est granuleuse. Trouvez plus de lumière.',
  DOCUMENT_NOT_FOUND:
    'Aucun document n’a été vu. Posez-le sur une surface unie d’une autre couleur et ' +
    'montrez-le en entier.',
  DOCUMENT_CROPPED: 'Une partie du document est coupée. Montrez les quatre coins.',
  DOCUMENT_TOO_SMALL: 'Le document est trop loin. Rapprochez-vous.',
  DOCUMENT_OBSCURED: 'Quelque chose couvre le document. N’y laissez ni doigts ni objets.',
  DOCUMENT_NO_PORTRAIT: 'La photo du document n’a pas été vue. Montrez le côté avec la photo.',
  DOCUMENT_NOT_RECOGNIZED: 'Cela ne ressemble pas à une pièce d’identité. Montrez votre document.',
  DOCUMENT_COPY:
    'Cela ressemble à une copie ou à une capture d’écran. Montrez le document lui-même.',
  DOCUMENT_MRZ_NOT_FOUND:
    'Les lignes de lettres et de < n’ont pas été vues. Montrez-les en entier, nettes.',
  DOCUMENT_MRZ_INVALID:
    'Les lignes de lettres et de < n’ont pas pu être lues. Prenez une photo plus nette.',
  DOCUMENT_BARCODE_NOT_FOUND: 'Le code-barres n’a pas été vu. Montrez-le en entier, net.',
  DOCUMENT_EXPIRED: 'Ce document a expiré. Utilisez-en un qui est valide.',
  DOCUMENT_TYPE_MISMATCH: 'Ce n’est pas le type de document que vous avez choisi.',
  DOCUMENT_DATA_MISMATCH:
    'Le texte imprimé ne correspond pas aux lignes codées. Prenez une photo plus nette.',
  DOCUMENT_DUPLICATE_IMAGE: 'Cette photo a déjà été utilisée. Prenez-en une nouvelle.',
  DOCUMENT_SAME_SIDE: 'C’est encore le recto. Retournez le document.',
  DOCUMENT_SIDE_MISMATCH: 'C’est l’autre côté. Retournez le document.',
  LIVENESS_UNREADABLE: 'L’enregistrement n’a pas pu être ouvert. Recommencez.',
  LIVENESS_TOO_FEW_FRAMES:
    'Il y avait trop peu d’images. Faites chaque mouvement jusqu’au suivant.',
  LIVENESS_FRAMES_IDENTICAL: 'Certaines images étaient identiques. Recommencez en bougeant un peu.',
  LIVENESS_FRAMES_REUSED: 'Ces images ont déjà été utilisées. Recommencez.',
  LIVENESS_BLURRY: 'Les images ne sont pas nettes. Bougez plus lentement.',
  LIVENESS_TOO_DARK: 'Il fait trop sombre. Placez-vous face à une lampe ou une fenêtre.',
  LIVENESS_TOO_BRIGHT: 'Il y a trop de lumière. Détournez-vous de la lumière.',
  LIVENESS_LOW_RESOLUTION: 'Les images sont trop petites. Utilisez une autre caméra.',
  LIVENESS_NO_FACE:
    'Votre visage n’a pas été vu dans chaque image. Restez au milieu et tournez-vous légèrement.',
  LIVENESS_MULTIPLE_FACES: 'Un autre visage était dans l’image. Soyez seul devant la caméra.',
  LIVENESS_FACE_TOO_SMALL: 'Votre visage était trop loin. Rapprochez-vous.',
  LIVENESS_FACE_OFF_CENTER: 'Votre visage n’était pas au milieu. Tenez la caméra devant vous.',
  LIVENESS_FACE_CHANGED: 'L’image a trop changé. Restez au même endroit, et seul.',
  LIVENESS_ACTION_NOT_PERFORMED:
    'Un mouvement n’a pas été vu. Faites chacun légèrement, et seulement ceux qui sont demandés.',
  LIVENESS_NOT_LIVE:
    'Un vrai visage n’a pas pu être confirmé. Utilisez une bonne lumière, sans photo ni écran.',
  LIVENESS_NOT_POSSIBLE: 'Cette étape a été omise. Une personne examinera votre cas.',
  DOCUMENT_ATTEMPTS_EXHAUSTED: 'Il n’y a plus d’essai pour le document.',
  LIVENESS_ATTEMPTS_EXHAUSTED: 'Il n’y a plus d’essai pour l’enregistrement.',
  CHECK_NOT_AVAILABLE: 'Un point n’a pas pu être vérifié par la machine. Une personne l’examinera.',
  CHECK_NOT_REQUIRED: 'Cette vérification n’est pas nécessaire.',
  FACE_MISMATCH: 'Le visage ne correspond pas à la photo du document.',
  FACE_NOT_COMPARABLE: 'Le visage n’a pas pu être comparé à la photo. Une personne l’examinera.',
  SANDBOX_RESULT: 'Ceci est un test : ce résultat a été demandé.',
  SVC_SESSION_INVALID: 'Ce lien n’est plus valable. Demandez-en un nouveau.',
  SVC_ORIGIN_NOT_ALLOWED: 'Ce site ne peut pas être utilisé pour cette vérification.',
  SVC_RATE_LIMITED: 'Trop de demandes. Veuillez patienter un instant.',
  SVC_UNAVAILABLE: 'Le service est occupé. Réessayez dans un instant.',
  SVC_PAYLOAD_TOO_LARGE: 'L’image est trop grande. Choisissez-en une plus petite.',
  SVC_UNSUPPORTED_MEDIA_TYPE:
    'Ce type de fichier ne peut pas être utilisé. Choisissez un JPEG, PNG ou WebP.',
  SVC_REQUEST_TIMEOUT: 'La connexion est trop lente. Réessayez, ou utilisez un autre réseau.',
  SVC_CHALLENGE_INVALID: 'Cela a pris trop de temps. Veuillez réessayer.',
  SVC_HANDED_OFF: 'Un autre appareil a pris le relais. Continuez là-bas.',
  SVC_HANDOFF_UNAVAILABLE: 'Il n’est pas possible de continuer sur un téléphone ici.',
  SVC_ATTEMPTS_EXHAUSTED: 'Il n’y a plus d’essai.',
  SVC_INTERNAL: 'Un problème est survenu dans le service. Veuillez réessayer.',
};
