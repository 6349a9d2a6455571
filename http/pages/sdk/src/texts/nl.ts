// Dutch.
import type { Codes, Words } from './texts.js';

export const words: Words = {
  language: 'Taal',
  stepOf: 'Stap {n} van {of}',
  loading: 'Een ogenblik',
  back: 'Terug',
  tryAgain: 'Opnieuw proberen',
  attemptsLeft: { one: 'Nog {n} poging', other: 'Nog {n} pogingen' },
  soonEnds: 'Deze link verloopt over ongeveer twee minuten.',
  offlineNow: 'Geen verbinding. Deze pagina gaat vanzelf verder als de verbinding terug is.',
  backLeaves: 'Ga nog een keer terug om te stoppen. Wat is geaccepteerd, blijft bewaard.',
  testMode: 'Test: niemand wordt gecontroleerd',

  welcomeTitle: 'Bevestig uw identiteit',
  welcomeFor: '{name} vraagt u te bevestigen wie u bent.',
  welcomeForDocument: '{name} vraagt u om foto’s van uw identiteitsdocument.',
  welcomeForFace: '{name} vraagt u te laten zien dat u een echt persoon bent.',
  welcomeBody: 'Dit duurt ongeveer een minuut.',
  againTitle: 'Maak de foto’s opnieuw: de eerdere konden niet worden gebruikt.',
  needDocument: 'Uw identiteitsbewijs',
  needDocumentBody: 'Geldig, en het origineel in plaats van een kopie.',
  needFace: 'Uw gezicht',
  needFaceBody: 'U kijkt in de camera en beweegt uw hoofd een beetje.',
  picturesWhere: 'Uw foto’s gaan naar {host} en worden versleuteld bewaard.',
  picturesKept: 'Ze worden {time} na de uitslag gewist.',
  picturesSeenBy: 'Mensen van {name} zien ze alleen als de machine niet kan beslissen.',
  picturesSeen: 'Mensen zien ze alleen als de machine niet kan beslissen.',
  begin: 'Beginnen',
  usePhone: 'Verder op uw telefoon',
  useHere: 'Verder op dit apparaat',
  usePhoneBody: 'De camera van een telefoon maakt betere foto’s van documenten.',
  localOnly:
    'Alleen deze computer kan deze pagina openen (het adres is localhost): verder op een ' +
    'telefoon kan niet.',

  consentTitle: 'Uw toestemming',
  agree: 'Ik ga akkoord',
  decline: 'Ik ga niet akkoord',
  declinedTitle: 'Er is niets vastgelegd',
  declinedBody:
    'Zonder uw toestemming wordt er geen foto gemaakt. U kunt deze pagina sluiten of teruggaan.',
  countryTitle: 'Welk land heeft uw document afgegeven?',
  otherCountry: 'Een ander land',

  typeTitle: 'Welk document gebruikt u?',
  PASSPORT: 'Paspoort',
  ID_CARD: 'Identiteitskaart',
  DRIVING_LICENSE: 'Rijbewijs',
  RESIDENCE_PERMIT: 'Verblijfsvergunning',
  OTHER: 'Een ander document',
  photoPage: 'De pagina met uw foto',
  bothSides: 'Voor- en achterkant',

  passportTitle: 'De pagina met uw foto',
  passportBody:
    'Open het paspoort, leg het plat neer en toon de hele pagina met de regels onderaan.',
  frontTitle: 'De voorkant van uw document',
  frontBody: 'Leg de kant met uw foto plat neer, in goed licht, en toon deze helemaal.',
  backTitle: 'De achterkant van uw document',
  backBody: 'Draai het document om en leg het plat neer.',
  otherDocument: 'Ander document gebruiken',
  openCamera: 'Camera openen',
  choosePhoto: 'Foto kiezen',
  choosePhotoInstead: 'Liever een foto kiezen',
  closeCamera: 'Camera sluiten',
  otherCamera: 'Andere camera gebruiken',
  torch: 'Lamp aan- of uitzetten',
  takeNow: 'Nu de foto maken',
  cameraPaused: 'De camera is gepauzeerd',
  byHand: 'Toon het hele document, houd stil en maak de foto.',

  SEARCHING: 'Het document wordt gezocht',
  HOLD_STILL: 'Houd stil',
  MOVE_CLOSER: 'Ga dichterbij',
  MOVE_BACK: 'Ga iets verder weg',
  MOVE_LEFT: 'Schuif het document naar links',
  MOVE_RIGHT: 'Schuif het document naar rechts',
  MOVE_UP: 'Schuif het document omhoog',
  MOVE_DOWN: 'Schuif het document omlaag',
  SHOW_ALL: 'Toon het hele document',
  TOO_DARK: 'Meer licht, alstublieft',
  TORCH_ON: 'Te donker: zet de lamp aan',
  TOO_BRIGHT: 'Minder licht, alstublieft',
  GLARE: 'Kantel het document: het weerspiegelt licht',
  OBSCURED: 'Houd vingers en andere dingen van het document af',
  BLURRY: 'Niet scherp: ga iets verder weg',
  LOOKING: 'Houd stil, de foto wordt gecontroleerd',
  taken: 'De foto is gemaakt',

  previewTitle: 'Is alles te lezen?',
  previewBody: 'Het hele document moet zichtbaar zijn, scherp en zonder weerspiegelingen.',
  previewRemarks: 'Deze foto wordt misschien geweigerd:',
  previewAlt: 'Uw foto van het document',
  usePicture: 'Deze foto gebruiken',
  takeAnother: 'Nieuwe foto maken',
  chooseAnother: 'Andere foto kiezen',

  sendingTitle: 'De foto wordt verzonden',
  sendingFaceTitle: 'De opname wordt verzonden',
  sent: 'Verzonden: {percent} %',
  checking: 'Verzonden. Er wordt nu gecontroleerd.',
  keepOpen: 'Houd deze pagina open.',
  refusedTitle: 'Maak een andere foto',
  refusedFaceTitle: 'Probeer het nog een keer',
  acceptedFront: 'De voorkant is geaccepteerd.',
  acceptedDocument: 'Het document is geaccepteerd.',

  faceTitle: 'Nu uw gezicht',
  faceBody: 'Houd de camera op ooghoogte. U wordt om kleine bewegingen gevraagd, één voor één.',
  faceNoHurry: 'Er is geen haast. De foto’s worden gemaakt als u er klaar voor bent.',
  cannot: 'Ik kan dit niet',
  NO_FACE: 'Kom in beeld',
  SEVERAL_FACES: 'Alleen u mag in beeld zijn',
  FACE_FAR: 'Kom dichter bij de camera',
  FACE_OFF_CENTER: 'Kom naar het midden van het beeld',
  LOOK_STRAIGHT: 'Kijk recht in de camera',
  TURN_LEFT: 'Draai uw hoofd iets naar links',
  TURN_RIGHT: 'Draai uw hoofd iets naar rechts',
  TILT_LEFT: 'Kantel uw hoofd naar uw linkerschouder',
  TILT_RIGHT: 'Kantel uw hoofd naar uw rechterschouder',
  MOVE_FACE_CLOSER: 'Kom dichter bij de camera',
  LOOK_UP: 'Kijk omhoog',
  LOOK_DOWN: 'Kijk omlaag',
  BLINK: 'Knipper met uw ogen',
  SMILE: 'Glimlach',
  OPEN_MOUTH: 'Open uw mond',
  startsAnew: 'We beginnen opnieuw, met andere bewegingen. Neem de tijd.',
  doingItNow: 'Ik doe het nu',
  facePhotosBody: 'Maak voor elke beweging een foto met de camera van dit apparaat.',
  takePhoto: 'Foto maken',

  cannotTitle: 'Kunt u dit niet?',
  cannotBody:
    'Dat is geen mislukking. U gaat verder zonder deze stap, en een medewerker bekijkt uw zaak.',
  cannotReason: 'Wat verhindert u? (niet verplicht)',
  cannotSend: 'Verder zonder deze stap',

  handoffTitle: 'Verder op uw telefoon',
  handoffBody: 'Scan deze code met de camera van uw telefoon.',
  handoffAlt: 'QR-code met de link voor uw telefoon',
  handoffLink: 'De link voor uw telefoon',
  handoffNumber: 'Kies op uw telefoon dit getal:',
  handoffUnavailable: 'Verdergaan op een telefoon is hier niet mogelijk.',
  numberWrong: 'Er is een verkeerd getal gekozen. Die code is verbruikt; hier is een nieuwe.',
  followTitle: 'U gaat verder op een ander apparaat',
  followBody: 'Ga daar verder. Deze pagina laat zien wanneer u klaar bent.',
  followLost:
    'Hebt u dat apparaat niet bij de hand? Ga hier verder. Wat daar is aanvaard, blijft behouden.',
  continueHere: 'Toch hier verdergaan',
  numbersTitle: 'Welk getal toont het andere scherm?',
  numbersBody: 'Kies alleen een getal als u de code zelf hebt gescand.',
  numbersNone: 'Geen van deze',
  numbersWrongTitle: 'Deze code is niet gebruikt',
  numbersWrongBody:
    'Als iemand u deze code heeft gestuurd, ga dan niet verder: diegene wil misschien uw ' +
    'identiteit gebruiken.',
  spentTitle: 'Die code is verbruikt',
  spentBody:
    'Een ander getal was het juiste, of er is te veel tijd verstreken. Scan de code die het ' +
    'andere scherm nu toont.',

  finishingTitle: 'Bijna klaar',
  passedTitle: 'Uw identiteit is bevestigd',
  passedBody: 'Alles is geaccepteerd.',
  reviewTitle: 'Dank u wel',
  reviewBody: 'Alles is ontvangen en wordt bekeken. U hoeft niets meer te doen.',
  failedTitle: 'Uw identiteit kon niet worden bevestigd',
  failedBody: 'Vraag de organisatie die u hierheen heeft gestuurd om een andere manier.',
  doneTitle: 'Dank u wel',
  close: 'U kunt deze pagina sluiten.',
  nextFrom: '{name} laat u weten hoe het verdergaat.',
  nextPlain: 'De organisatie die u hierheen heeft gestuurd, laat u weten hoe het verdergaat.',
  reference: 'Uw referentie:',
  goOn: 'Verder',
  returnTo: 'Terug naar {name}',

  endedTitle: 'Deze link is niet meer geldig',
  endedBody:
    'De link is verlopen, of is gebruikt op een ander apparaat of in een ander venster. Vraag om ' +
    'een nieuwe link.',
  completedTitle: 'Deze controle is afgerond',
  completedBody: 'Wat u hebt gestuurd, is ontvangen. U hoeft niets meer te doen.',
  expiredTitle: 'Deze link is verlopen',
  expiredBody: 'Vraag de organisatie die u hierheen heeft gestuurd om een nieuwe link.',
  canceledTitle: 'Deze controle is geannuleerd',
  canceledBody:
    'De organisatie die u hierheen heeft gestuurd, heeft deze beëindigd. Vraag het daar als u ' +
    'niet weet waarom.',
  inUseTitle: 'Deze controle gaat elders verder',
  inUseBody:
    'Deze is begonnen op een ander apparaat of in een ander venster. Ga daar verder. Lukt dat ' +
    'niet, vraag dan om een nieuwe link.',
  takenBackTitle: 'Deze link wordt niet meer gebruikt',
  takenBackBody:
    'Deze is ingetrokken, of u hebt een nieuwere gekregen. Zoek die op, of vraag om een nieuwe ' +
    'link.',
  offlineTitle: 'Geen verbinding',
  offlineBody: 'Er is niets verloren. Controleer de verbinding en probeer het opnieuw.',
  busyTitle: 'De dienst is bezet',
  busyBody: 'Er is niets verloren. Probeer het zo dadelijk opnieuw.',
  troubleTitle: 'Er is iets misgegaan',
  troubleBody: 'Probeer het opnieuw.',
  blockedTitle: 'Deze pagina mag hier niet worden gebruikt',
  blockedBody:
    'De website is niet ingesteld voor deze controle. Meld het aan de organisatie die u hierheen ' +
    'heeft gestuurd.',

  CAMERA_DENIED:
    'De camera is niet toegestaan. Sta deze toe in de instellingen van de browser, of kies een ' +
    'foto.',
  CAMERA_MISSING: 'Er is geen camera gevonden. Kies een foto, of ga verder op een ander apparaat.',
  CAMERA_IN_USE:
    'Een ander programma gebruikt de camera. Sluit het en probeer het opnieuw, of kies een foto.',
  CAMERA_UNSUPPORTED:
    'Deze app kan de camera niet gebruiken. Open de pagina in uw browser, of kies een foto.',
  CAMERA_FAILED: 'De camera is gestopt. Probeer het opnieuw, of kies een foto.',
  helpSignTouch: 'Tik op het teken links van het adres.',
  helpSignClick: 'Klik op het teken links van het adres.',
  helpPermissions: 'Open ‘Rechten’ en sta de camera toe.',
  helpFirefox: 'Klik op de doorgestreepte camera naast het adres en hef de blokkering op.',
  helpSafariTouch: 'Tik op het teken helemaal links in het adres en dan op ‘Website-instellingen’.',
  helpSafariMenu: 'Open het menu ‘Safari’ en dan ‘Instellingen voor deze website’.',
  helpSafariAllow: 'Zet ‘Camera’ op ‘Sta toe’.',
  helpIosSettings: 'Open de instellingen van het apparaat, kies deze browser en sta de camera toe.',
  helpAgain: 'Kom terug naar deze pagina en open de camera opnieuw.',
  helpInApp:
    'Deze pagina is geopend in een andere app. Kies ‘Openen in browser’ in het menu van die app.',
  helpInNamedApp:
    'Deze pagina is geopend in {app}. Kies ‘Openen in browser’ in het menu van die app.',
  helpInAppLink:
    'Staat die keuze er niet, houd dan uw vinger op de link in uw bericht en open die in de ' +
    'browser.',
  FILE_HEIC: 'Deze browser kan geen HEIC-foto’s openen. Kies een JPEG, of maak de foto hier.',
  FILE_UNREADABLE:
    'Dit bestand is geen afbeelding die geopend kan worden. Kies een JPEG, PNG of WebP.',
  FILE_TOO_LARGE: 'Deze afbeelding is te groot en kon niet worden verkleind.',
  FILE_NO_POSE: 'Deze foto toont de beweging niet. Maak een andere.',
};

export const codes: Codes = {
  DOCUMENT_UNREADABLE: 'Het bestand kon niet worden geopend. Maak een nieuwe foto.',
  DOCUMENT_BLURRY: 'De foto is niet scherp. Houd stil, iets verder weg.',
  DOCUMENT_GLARE:
    'Er weerspiegelt licht op het document. Kantel het tot de regels en de foto vrij zijn.',
  DOCUMENT_TOO_DARK: 'De foto is te donker. Zoek meer licht.',
  DOCUMENT_TOO_BRIGHT: 'De foto is te licht. Vermijd direct licht en de flitser.',
  DOCUMENT_LOW_RESOLUTION: 'Het document is te klein op de foto. Ga dichterbij.',
  DOCUMENT_NOISY: 'De foto is korrelig. Zoek meer licht.',
  DOCUMENT_NOT_FOUND:
    'Er is geen document te zien. Leg het op een effen ondergrond van een andere kleur en toon ' +
    'het helemaal.',
  DOCUMENT_CROPPED: 'Een deel van het document is afgesneden. Toon alle vier de hoeken.',
  DOCUMENT_TOO_SMALL: 'Het document is te ver weg. Ga dichterbij.',
  DOCUMENT_OBSCURED: 'Iets bedekt het document. Houd vingers en andere dingen ervan af.',
  DOCUMENT_NO_PORTRAIT: 'De foto op het document is niet te zien. Toon de kant met de foto.',
  DOCUMENT_NOT_RECOGNIZED: 'Dit lijkt geen identiteitsbewijs. Toon uw document.',
  DOCUMENT_COPY: 'Dit lijkt een kopie of een schermafbeelding. Toon het document zelf.',
  DOCUMENT_MRZ_NOT_FOUND:
    'De regels met letters en < zijn niet te zien. Toon ze helemaal en scherp.',
  DOCUMENT_MRZ_INVALID:
    'De regels met letters en < konden niet worden gelezen. Maak een scherpere foto.',
  DOCUMENT_BARCODE_NOT_FOUND: 'De streepjescode is niet te zien. Toon deze helemaal en scherp.',
  DOCUMENT_EXPIRED: 'Dit document is verlopen. Gebruik een geldig document.',
  DOCUMENT_TYPE_MISMATCH: 'Dit is een ander soort document dan u hebt gekozen.',
  DOCUMENT_DATA_MISMATCH:
    'De gedrukte tekst komt niet overeen met de gecodeerde regels. Maak een scherpere foto.',
  DOCUMENT_DUPLICATE_IMAGE: 'Deze foto is al eerder gebruikt. Maak een nieuwe.',
  DOCUMENT_SAME_SIDE: 'Dit is weer de voorkant. Draai het document om.',
  DOCUMENT_SIDE_MISMATCH: 'Dit is de andere kant. Draai het document om.',
  LIVENESS_UNREADABLE: 'De opname kon niet worden geopend. Neem opnieuw op.',
  LIVENESS_TOO_FEW_FRAMES:
    'Er waren te weinig beelden. Maak elke beweging tot de volgende wordt gevraagd.',
  LIVENESS_FRAMES_IDENTICAL: 'Sommige beelden waren gelijk. Neem opnieuw op en beweeg een beetje.',
  LIVENESS_FRAMES_REUSED: 'Deze beelden zijn al eerder gebruikt. Neem opnieuw op.',
  LIVENESS_BLURRY: 'De beelden zijn niet scherp. Beweeg langzamer.',
  LIVENESS_TOO_DARK: 'Het is te donker. Ga voor een lamp of een raam zitten.',
  LIVENESS_TOO_BRIGHT: 'Het is te licht. Draai u weg van het licht.',
  LIVENESS_LOW_RESOLUTION: 'De beelden zijn te klein. Gebruik een andere camera.',
  LIVENESS_NO_FACE:
    'Uw gezicht was niet op elk beeld te zien. Blijf in het midden en draai maar een beetje.',
  LIVENESS_MULTIPLE_FACES: 'Er was een ander gezicht in beeld. Wees alleen voor de camera.',
  LIVENESS_FACE_TOO_SMALL: 'Uw gezicht was te ver weg. Kom dichterbij.',
  LIVENESS_FACE_OFF_CENTER: 'Uw gezicht was niet in het midden. Houd de camera voor u.',
  LIVENESS_FACE_CHANGED: 'Het beeld veranderde te veel. Blijf op één plek, en alleen.',
  LIVENESS_ACTION_NOT_PERFORMED:
    'Een beweging was niet te zien. Maak elke beweging licht, en alleen die waarom wordt gevraagd.',
  LIVENESS_NOT_LIVE:
    'Een echt gezicht kon niet worden bevestigd. Zorg voor goed licht, zonder foto of scherm.',
  LIVENESS_NOT_POSSIBLE: 'Deze stap is overgeslagen. Een medewerker bekijkt uw zaak.',
  DOCUMENT_ATTEMPTS_EXHAUSTED: 'Er zijn geen pogingen meer voor het document.',
  LIVENESS_ATTEMPTS_EXHAUSTED: 'Er zijn geen pogingen meer voor de opname.',
  CHECK_NOT_AVAILABLE:
    'Iets kon niet automatisch worden gecontroleerd. Een medewerker bekijkt het.',
  CHECK_NOT_REQUIRED: 'Deze controle is niet nodig.',
  FACE_MISMATCH: 'Het gezicht komt niet overeen met de foto op het document.',
  FACE_NOT_COMPARABLE:
    'Het gezicht kon niet met de foto worden vergeleken. Een medewerker bekijkt het.',
  SANDBOX_RESULT: 'Dit is een test: om dit resultaat is gevraagd.',
  SVC_SESSION_INVALID: 'Deze link is niet meer geldig. Vraag om een nieuwe.',
  SVC_ORIGIN_NOT_ALLOWED: 'Deze website mag niet voor deze controle worden gebruikt.',
  SVC_RATE_LIMITED: 'Te veel aanvragen. Wacht een ogenblik.',
  SVC_UNAVAILABLE: 'De dienst is bezet. Probeer het zo dadelijk opnieuw.',
  SVC_PAYLOAD_TOO_LARGE: 'De afbeelding is te groot. Kies een kleinere.',
  SVC_UNSUPPORTED_MEDIA_TYPE:
    'Dit soort bestand kan niet worden gebruikt. Kies een JPEG, PNG of WebP.',
  SVC_REQUEST_TIMEOUT:
    'De verbinding is te traag. Probeer het opnieuw, of gebruik een ander netwerk.',
  SVC_CHALLENGE_INVALID: 'Dat duurde te lang. Probeer het opnieuw.',
  SVC_HANDED_OFF: 'Een ander apparaat heeft het overgenomen. Ga daar verder.',
  SVC_HANDOFF_UNAVAILABLE: 'Verdergaan op een telefoon is hier niet mogelijk.',
  SVC_ATTEMPTS_EXHAUSTED: 'Er zijn geen pogingen meer.',
  SVC_INTERNAL: 'Er is iets misgegaan in de dienst. Probeer het opnieuw.',
};
