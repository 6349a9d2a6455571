// Romanian.
import type { Codes, Words } from './texts.js';

export const words: Words = {
  language: 'Limba',
  stepOf: 'Pasul {n} din {of}',
  loading: 'Un moment',
  back: 'Înapoi',
  tryAgain: 'Încercați din nou',
  attemptsLeft: {
    one: 'A mai rămas {n} încercare',
    few: 'Au mai rămas {n} încercări',
    other: 'Au mai rămas {n} de încercări',
  },
  soonEnds: 'Acest link expiră în aproximativ două minute.',
  offlineNow: 'Fără conexiune. Această pagină continuă singură când conexiunea revine.',
  backLeaves: 'Mergeți înapoi încă o dată pentru a ieși. Ce a fost acceptat se păstrează.',
  testMode: 'Test: nimeni nu este verificat',

  welcomeTitle: 'Verificați-vă identitatea',
  welcomeFor: '{name} vă cere să vă confirmați identitatea.',
  welcomeForDocument: '{name} vă cere fotografii ale actului dumneavoastră de identitate.',
  welcomeForFace: '{name} vă cere să arătați că sunteți o persoană reală.',
  welcomeBody: 'Durează aproximativ un minut.',
  againTitle: 'Vă rugăm să repetați capturile: imaginile anterioare nu au putut fi folosite.',
  needDocument: 'Actul dumneavoastră de identitate',
  needDocumentBody: 'Valabil, și originalul, nu o copie.',
  needFace: 'Fața dumneavoastră',
  needFaceBody: 'Veți privi în cameră și veți mișca puțin capul.',
  picturesWhere: 'Fotografiile dumneavoastră ajung la {host} și sunt păstrate criptat.',
  picturesKept: 'Sunt șterse la {time} după rezultat.',
  picturesSeenBy: 'Persoane de la {name} le văd numai când mașina nu poate decide.',
  picturesSeen: 'Oamenii le văd numai când mașina nu poate decide.',
  begin: 'Începeți',
  usePhone: 'Continuați pe telefon',
  useHere: 'Continuați pe acest dispozitiv',
  usePhoneBody: 'Camera unui telefon face fotografii mai bune ale documentelor.',
  localOnly:
    'Doar acest computer poate deschide această pagină (adresa ei este localhost): un telefon nu ' +
    'poate continua.',

  consentTitle: 'Consimțământul dumneavoastră',
  agree: 'Sunt de acord',
  decline: 'Nu sunt de acord',
  declinedTitle: 'Nu s-a înregistrat nimic',
  declinedBody:
    'Fără consimțământul dumneavoastră nu se face nicio fotografie. Puteți închide această ' +
    'pagină sau reveni.',
  countryTitle: 'Ce țară a emis documentul?',
  otherCountry: 'Altă țară',

  typeTitle: 'Ce document veți folosi?',
  PASSPORT: 'Pașaport',
  ID_CARD: 'Carte de identitate',
  DRIVING_LICENSE: 'Permis de conducere',
  RESIDENCE_PERMIT: 'Permis de ședere',
  OTHER: 'Alt document',
  photoPage: 'Pagina cu fotografia',
  bothSides: 'Față și verso',

  passportTitle: 'Pagina cu fotografia dumneavoastră',
  passportBody:
    'Deschideți pașaportul, așezați-l pe o suprafață plană și arătați toată pagina, cu rândurile ' +
    'de jos.',
  frontTitle: 'Fața documentului',
  frontBody:
    'Așezați documentul cu fotografia în sus, într-o lumină bună, și arătați-l în întregime.',
  backTitle: 'Verso-ul documentului',
  backBody: 'Întoarceți documentul și așezați-l pe o suprafață plană.',
  otherDocument: 'Folosiți alt document',
  openCamera: 'Deschideți camera',
  choosePhoto: 'Alegeți o fotografie',
  choosePhotoInstead: 'Alegeți în schimb o fotografie',
  closeCamera: 'Închideți camera',
  otherCamera: 'Folosiți altă cameră',
  torch: 'Aprindeți sau stingeți lumina',
  takeNow: 'Faceți fotografia acum',
  cameraPaused: 'Camera este în pauză',
  byHand: 'Arătați tot documentul, nu vă mișcați și faceți fotografia.',

  SEARCHING: 'Se caută documentul',
  HOLD_STILL: 'Nu vă mișcați',
  MOVE_CLOSER: 'Apropiați-vă',
  MOVE_BACK: 'Depărtați-vă puțin',
  MOVE_LEFT: 'Mutați documentul spre stânga',
  MOVE_RIGHT: 'Mutați documentul spre dreapta',
  MOVE_UP: 'Mutați documentul în sus',
  MOVE_DOWN: 'Mutați documentul în jos',
  SHOW_ALL: 'Arătați tot documentul',
  TOO_DARK: 'Mai multă lumină, vă rugăm',
  TORCH_ON: 'Prea întuneric: aprindeți lumina',
  TOO_BRIGHT: 'Mai puțină lumină, vă rugăm',
  GLARE: 'Înclinați documentul: reflectă lumina',
  OBSCURED: 'Luați degetele și alte obiecte de pe document',
  BLURRY: 'Nu este clar: depărtați-vă puțin',
  LOOKING: 'Nu vă mișcați, fotografia este verificată',
  taken: 'Fotografia a fost făcută',

  previewTitle: 'Se poate citi totul?',
  previewBody: 'Tot documentul trebuie să fie vizibil, clar și fără reflexii.',
  previewRemarks: 'Această fotografie ar putea fi respinsă:',
  previewAlt: 'Fotografia documentului dumneavoastră',
  usePicture: 'Folosiți această fotografie',
  takeAnother: 'Faceți alta',
  chooseAnother: 'Alegeți alta',

  sendingTitle: 'Se trimite fotografia',
  sendingFaceTitle: 'Se trimite înregistrarea',
  sent: 'Trimis: {percent} %',
  checking: 'Trimis. Acum se verifică.',
  keepOpen: 'Vă rugăm să lăsați această pagină deschisă.',
  refusedTitle: 'Vă rugăm să faceți altă fotografie',
  refusedFaceTitle: 'Vă rugăm să încercați încă o dată',
  acceptedFront: 'Fața documentului a fost acceptată.',
  acceptedDocument: 'Documentul a fost acceptat.',

  faceTitle: 'Acum fața dumneavoastră',
  faceBody: 'Țineți camera la înălțimea ochilor. Vi se vor cere mișcări mici, pe rând.',
  faceNoHurry: 'Nu vă grăbiți. Fotografiile se fac atunci când sunteți pregătit.',
  cannot: 'Nu pot face acest lucru',
  NO_FACE: 'Intrați în imagine',
  SEVERAL_FACES: 'Doar dumneavoastră trebuie să fiți în imagine',
  FACE_FAR: 'Apropiați-vă de cameră',
  FACE_OFF_CENTER: 'Veniți în mijlocul imaginii',
  LOOK_STRAIGHT: 'Priviți drept în cameră',
  TURN_LEFT: 'Întoarceți ușor capul spre stânga dumneavoastră',
  TURN_RIGHT: 'Întoarceți ușor capul spre dreapta dumneavoastră',
  TILT_LEFT: 'Înclinați capul spre umărul stâng',
  TILT_RIGHT: 'Înclinați capul spre umărul drept',
  MOVE_FACE_CLOSER: 'Apropiați-vă de cameră',
  LOOK_UP: 'Priviți în sus',
  LOOK_DOWN: 'Priviți în jos',
  BLINK: 'Clipiți',
  SMILE: 'Zâmbiți',
  OPEN_MOUTH: 'Deschideți gura',
  startsAnew: 'Să începem din nou, cu alte mișcări. Nu vă grăbiți.',
  doingItNow: 'Fac acest lucru acum',
  facePhotosBody: 'Faceți câte o fotografie pentru fiecare mișcare cu camera acestui dispozitiv.',
  takePhoto: 'Faceți o fotografie',

  cannotTitle: 'Nu puteți face acest lucru?',
  cannotBody:
    'Nu este un eșec. Continuați fără acest pas, iar o persoană se va uita la cazul dumneavoastră.',
  cannotReason: 'Ce vă împiedică? (opțional)',
  cannotSend: 'Continuați fără acest pas',

  handoffTitle: 'Continuați pe telefon',
  handoffBody: 'Scanați acest cod cu camera telefonului.',
  handoffAlt: 'Cod QR cu linkul pentru telefonul dumneavoastră',
  handoffLink: 'Linkul pentru telefonul dumneavoastră',
  handoffNumber: 'Pe telefon, alegeți acest număr:',
  handoffUnavailable: 'Aici nu se poate continua pe un telefon.',
  numberWrong: 'A fost ales un număr greșit. Acel cod nu mai este bun; iată unul nou.',
  followTitle: 'Continuați pe alt dispozitiv',
  followBody: 'Continuați acolo. Această pagină arată când ați terminat.',
  followLost:
    'Nu mai aveți acel dispozitiv la îndemână? Continuați aici. Ce a fost acceptat acolo se ' +
    'păstrează.',
  continueHere: 'Continuați în schimb aici',
  numbersTitle: 'Ce număr arată celălalt ecran?',
  numbersBody: 'Alegeți un număr numai dacă ați scanat codul chiar dumneavoastră.',
  numbersNone: 'Niciunul dintre acestea',
  numbersWrongTitle: 'Acest cod nu a fost folosit',
  numbersWrongBody:
    'Dacă v-a trimis cineva acest cod, nu continuați: poate vrea să vă folosească identitatea.',
  spentTitle: 'Acel cod nu mai este bun',
  spentBody:
    'Numărul corect era altul sau a trecut prea mult timp. Scanați codul pe care îl arată acum ' +
    'celălalt ecran.',

  finishingTitle: 'Aproape gata',
  passedTitle: 'Identitatea dumneavoastră este verificată',
  passedBody: 'Totul a fost acceptat.',
  reviewTitle: 'Vă mulțumim',
  reviewBody: 'Am primit totul și verificăm. Nu trebuie să mai faceți nimic.',
  failedTitle: 'Identitatea dumneavoastră nu a putut fi verificată',
  failedBody: 'Cereți altă cale organizației care v-a trimis aici.',
  doneTitle: 'Vă mulțumim',
  close: 'Puteți închide această pagină.',
  nextFrom: '{name} vă va spune ce urmează.',
  nextPlain: 'Organizația care v-a trimis aici vă va spune ce urmează.',
  reference: 'Referința dumneavoastră:',
  goOn: 'Continuați',
  returnTo: 'Înapoi la {name}',

  endedTitle: 'Acest link nu mai este valabil',
  endedBody:
    'A expirat sau a fost folosit pe alt dispozitiv ori în altă fereastră. Cereți un link nou.',
  completedTitle: 'Această verificare s-a încheiat',
  completedBody: 'Ce ați trimis a fost primit. Nu mai trebuie să faceți nimic.',
  expiredTitle: 'Acest link a expirat',
  expiredBody: 'Cereți un link nou organizației care v-a trimis aici.',
  canceledTitle: 'Această verificare a fost anulată',
  canceledBody: 'Organizația care v-a trimis aici a încheiat-o. Întrebați-o dacă nu știți de ce.',
  inUseTitle: 'Această verificare continuă în altă parte',
  inUseBody:
    'A fost începută pe alt dispozitiv sau în altă fereastră. Continuați acolo. Dacă nu ' +
    'puteți, cereți un link nou.',
  takenBackTitle: 'Acest link nu mai este folosit',
  takenBackBody: 'A fost retras sau ați primit unul mai nou. Căutați-l sau cereți un link nou.',
  offlineTitle: 'Fără conexiune',
  offlineBody: 'Nu s-a pierdut nimic. Verificați conexiunea și încercați din nou.',
  busyTitle: 'Serviciul este ocupat',
  busyBody: 'Nu s-a pierdut nimic. Încercați din nou peste câteva clipe.',
  troubleTitle: 'Ceva nu a mers bine',
  troubleBody: 'Vă rugăm să încercați din nou.',
  blockedTitle: 'Această pagină nu poate fi folosită aici',
  blockedBody:
    'Site-ul nu este pregătit pentru această verificare. Anunțați organizația care v-a trimis ' +
    'aici.',

  CAMERA_DENIED:
    'Camera nu este permisă. Permiteți-o în setările browserului sau alegeți o fotografie.',
  CAMERA_MISSING:
    'Nu s-a găsit nicio cameră. Alegeți o fotografie sau continuați pe alt dispozitiv.',
  CAMERA_IN_USE:
    'Alt program folosește camera. Închideți-l și încercați din nou sau alegeți o fotografie.',
  CAMERA_UNSUPPORTED:
    'Această aplicație nu poate folosi camera. Deschideți pagina în browser sau alegeți o ' +
    'fotografie.',
  CAMERA_FAILED: 'Camera s-a oprit. Încercați din nou sau alegeți o fotografie.',
  helpSignTouch: 'Atingeți semnul din stânga adresei.',
  helpSignClick: 'Faceți clic pe semnul din stânga adresei.',
  helpPermissions: 'Deschideți „Permisiuni” și permiteți camera.',
  helpFirefox: 'Faceți clic pe camera tăiată de lângă adresă și ridicați blocarea.',
  helpSafariTouch: 'Atingeți semnul din capătul stâng al adresei, apoi „Configurări site web”.',
  helpSafariMenu: 'Deschideți meniul „Safari”, apoi „Configurări pentru acest site web”.',
  helpSafariAllow: 'Puneți „Cameră” pe „Permiteți”.',
  helpIosSettings: 'Deschideți setările dispozitivului, alegeți acest browser și permiteți camera.',
  helpAgain: 'Reveniți la această pagină și deschideți din nou camera.',
  helpInApp:
    'Această pagină este deschisă în altă aplicație. Alegeți „Deschide în browser” din meniul ' +
    'acelei aplicații.',
  helpInNamedApp:
    'Această pagină este deschisă în {app}. Alegeți „Deschide în browser” din meniul acelei ' +
    'aplicații.',
  helpInAppLink:
    'Dacă nu există o astfel de opțiune, țineți degetul pe linkul din mesaj și deschideți-l în ' +
    'browser.',
  FILE_HEIC:
    'Acest browser nu poate deschide fotografii HEIC. Alegeți un JPEG sau faceți fotografia aici.',
  FILE_UNREADABLE:
    'Acest fișier nu este o imagine care poate fi deschisă. Alegeți un JPEG, PNG sau WebP.',
  FILE_TOO_LARGE: 'Această imagine este prea mare și nu a putut fi micșorată.',
  FILE_NO_POSE: 'Această fotografie nu arată mișcarea. Vă rugăm să faceți alta.',
};

export const codes: Codes = {
  DOCUMENT_UNREADABLE: 'Fișierul nu a putut fi deschis. Faceți o fotografie nouă.',
  DOCUMENT_BLURRY: 'Fotografia nu este clară. Nu vă mișcați, puțin mai departe.',
  DOCUMENT_GLARE:
    'Pe document se reflectă lumina. Înclinați-l până când reflexia iese de pe rânduri și fotografie.',
  DOCUMENT_TOO_DARK: 'Fotografia este prea întunecată. Căutați mai multă lumină.',
  DOCUMENT_TOO_BRIGHT: 'Fotografia este prea luminoasă. Evitați lumina directă și blițul.',
  DOCUMENT_LOW_RESOLUTION: 'Documentul este prea mic în fotografie. Apropiați-vă.',
  DOCUMENT_NOISY: 'Fotografia are granulație. Căutați mai multă lumină.',
  DOCUMENT_NOT_FOUND:
    'Nu se vede niciun document. Așezați-l pe o suprafață simplă de altă culoare și arătați-l în ' +
    'întregime.',
  DOCUMENT_CROPPED: 'O parte a documentului este tăiată. Arătați toate cele patru colțuri.',
  DOCUMENT_TOO_SMALL: 'Documentul este prea departe. Apropiați-vă.',
  DOCUMENT_OBSCURED: 'Ceva acoperă documentul. Luați degetele și alte obiecte de pe el.',
  DOCUMENT_NO_PORTRAIT: 'Nu se vede fotografia de pe document. Arătați partea cu fotografia.',
  DOCUMENT_NOT_RECOGNIZED:
    'Acesta nu pare a fi un act de identitate. Arătați documentul dumneavoastră.',
  DOCUMENT_COPY: 'Pare o copie sau o captură de ecran. Arătați documentul însuși.',
  DOCUMENT_MRZ_NOT_FOUND: 'Nu se văd rândurile cu litere și <. Arătați-le în întregime și clar.',
  DOCUMENT_MRZ_INVALID:
    'Rândurile cu litere și < nu au putut fi citite. Faceți o fotografie mai clară.',
  DOCUMENT_BARCODE_NOT_FOUND: 'Nu se vede codul de bare. Arătați-l în întregime și clar.',
  DOCUMENT_EXPIRED: 'Acest document a expirat. Folosiți unul valabil.',
  DOCUMENT_TYPE_MISMATCH: 'Acesta este alt fel de document decât cel ales.',
  DOCUMENT_DATA_MISMATCH:
    'Textul tipărit nu corespunde cu rândurile codificate. Faceți o fotografie mai clară.',
  DOCUMENT_DUPLICATE_IMAGE: 'Această fotografie a mai fost folosită. Faceți una nouă.',
  DOCUMENT_SAME_SIDE: 'Aceasta este din nou fața documentului. Întoarceți documentul.',
  DOCUMENT_SIDE_MISMATCH: 'Aceasta este cealaltă parte. Întoarceți documentul.',
  LIVENESS_UNREADABLE: 'Înregistrarea nu a putut fi deschisă. Înregistrați din nou.',
  LIVENESS_TOO_FEW_FRAMES:
    'Au fost prea puține imagini. Faceți fiecare mișcare până când se cere următoarea.',
  LIVENESS_FRAMES_IDENTICAL:
    'Unele imagini au fost identice. Înregistrați din nou și mișcați-vă puțin.',
  LIVENESS_FRAMES_REUSED: 'Aceste imagini au mai fost folosite. Înregistrați din nou.',
  LIVENESS_BLURRY: 'Imaginile nu sunt clare. Mișcați-vă mai încet.',
  LIVENESS_TOO_DARK: 'Este prea întuneric. Stați cu fața spre o lampă sau o fereastră.',
  LIVENESS_TOO_BRIGHT: 'Este prea multă lumină. Întoarceți-vă de la lumină.',
  LIVENESS_LOW_RESOLUTION: 'Imaginile sunt prea mici. Folosiți altă cameră.',
  LIVENESS_NO_FACE:
    'Fața nu s-a văzut în fiecare imagine. Rămâneți în mijloc și întoarceți-vă doar puțin.',
  LIVENESS_MULTIPLE_FACES: 'În imagine era și altă față. Fiți singur în fața camerei.',
  LIVENESS_FACE_TOO_SMALL: 'Fața era prea departe. Apropiați-vă.',
  LIVENESS_FACE_OFF_CENTER: 'Fața nu era în mijloc. Țineți camera în fața dumneavoastră.',
  LIVENESS_FACE_CHANGED: 'Imaginea s-a schimbat prea mult. Rămâneți într-un singur loc, singur.',
  LIVENESS_ACTION_NOT_PERFORMED:
    'O mișcare nu s-a văzut. Faceți-o ușor pe fiecare, și numai pe cele cerute.',
  LIVENESS_NOT_LIVE:
    'Nu s-a putut confirma o față reală. Folosiți o lumină bună, fără fotografii sau ecrane.',
  LIVENESS_NOT_POSSIBLE: 'Acest pas a fost omis. O persoană se va uita la cazul dumneavoastră.',
  DOCUMENT_ATTEMPTS_EXHAUSTED: 'Nu mai sunt încercări pentru document.',
  LIVENESS_ATTEMPTS_EXHAUSTED: 'Nu mai sunt încercări pentru înregistrare.',
  CHECK_NOT_AVAILABLE: 'Ceva nu a putut fi verificat automat. O persoană se va uita.',
  CHECK_NOT_REQUIRED: 'Această verificare nu este necesară.',
  FACE_MISMATCH: 'Fața nu corespunde cu fotografia de pe document.',
  FACE_NOT_COMPARABLE: 'Fața nu a putut fi comparată cu fotografia. O persoană se va uita.',
  SANDBOX_RESULT: 'Acesta este un test: rezultatul a fost cerut.',
  SVC_SESSION_INVALID: 'Acest link nu mai este valabil. Cereți unul nou.',
  SVC_ORIGIN_NOT_ALLOWED: 'Acest site nu poate fi folosit pentru această verificare.',
  SVC_RATE_LIMITED: 'Prea multe cereri. Așteptați un moment.',
  SVC_UNAVAILABLE: 'Serviciul este ocupat. Încercați din nou peste câteva clipe.',
  SVC_PAYLOAD_TOO_LARGE: 'Imaginea este prea mare. Alegeți una mai mică.',
  SVC_UNSUPPORTED_MEDIA_TYPE:
    'Acest fel de fișier nu poate fi folosit. Alegeți un JPEG, PNG sau WebP.',
  SVC_REQUEST_TIMEOUT: 'Conexiunea este prea lentă. Încercați din nou sau folosiți altă rețea.',
  SVC_CHALLENGE_INVALID: 'A durat prea mult. Vă rugăm să încercați din nou.',
  SVC_HANDED_OFF: 'Alt dispozitiv a preluat. Continuați acolo.',
  SVC_HANDOFF_UNAVAILABLE: 'Aici nu se poate continua pe un telefon.',
  SVC_ATTEMPTS_EXHAUSTED: 'Nu mai sunt încercări.',
  SVC_INTERNAL: 'Ceva nu a mers bine în serviciu. Vă rugăm să încercați din nou.',
};
