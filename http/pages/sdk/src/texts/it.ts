// Italian.
import type { Codes, Words } from './texts.js';

export const words: Words = {
  language: 'Lingua',
  stepOf: 'Passo {n} di {of}',
  loading: 'Un momento',
  back: 'Indietro',
  tryAgain: 'Riprova',
  attemptsLeft: { one: 'Resta {n} tentativo', other: 'Restano {n} tentativi' },
  soonEnds: 'Questo link scade tra circa due minuti.',
  offlineNow: 'Nessuna connessione. Questa pagina continua da sola quando torna.',
  backLeaves: 'Torni indietro ancora una volta per uscire. Ciò che è stato accettato resta.',
  testMode: 'Prova: nessuno viene verificato',

  welcomeTitle: 'Verifichi la Sua identità',
  welcomeFor: '{name} Le chiede di confermare la Sua identità.',
  welcomeForDocument: '{name} Le chiede delle foto del Suo documento d’identità.',
  welcomeForFace: '{name} Le chiede di mostrare che è una persona reale.',
  welcomeBody: 'Richiede circa un minuto.',
  againTitle: 'Ripeta le riprese: le immagini precedenti non potevano essere usate.',
  needDocument: 'Il Suo documento d’identità',
  needDocumentBody: 'Valido, e l’originale anziché una copia.',
  needFace: 'Il Suo volto',
  needFaceBody: 'Guarderà nella fotocamera e muoverà un po’ la testa.',
  picturesWhere: 'Le Sue foto vanno a {host} e sono conservate cifrate.',
  picturesKept: 'Vengono cancellate {time} dopo il risultato.',
  picturesSeenBy: 'Persone di {name} le vedono solo quando la macchina non può decidere.',
  picturesSeen: 'Delle persone le vedono solo quando la macchina non può decidere.',
  begin: 'Inizia',
  usePhone: 'Continua sul telefono',
  useHere: 'Continua su questo dispositivo',
  usePhoneBody: 'La fotocamera di un telefono riprende meglio i documenti.',
  localOnly:
    'Solo questo computer può aprire questa pagina (il suo indirizzo è localhost): un telefono ' +
    'non può continuare.',

  consentTitle: 'Il Suo consenso',
  agree: 'Acconsento',
  decline: 'Non acconsento',
  declinedTitle: 'Non è stato ripreso nulla',
  declinedBody:
    'Senza il Suo consenso non viene scattata alcuna foto. Può chiudere questa pagina o tornare ' +
    'indietro.',
  countryTitle: 'Quale Paese ha rilasciato il Suo documento?',
  otherCountry: 'Un altro Paese',

  typeTitle: 'Quale documento userà?',
  PASSPORT: 'Passaporto',
  ID_CARD: 'Carta d’identità',
  DRIVING_LICENSE: 'Patente di guida',
  RESIDENCE_PERMIT: 'Permesso di soggiorno',
  OTHER: 'Un altro documento',
  photoPage: 'La pagina con la foto',
  bothSides: 'Fronte e retro',

  passportTitle: 'La pagina con la Sua foto',
  passportBody:
    'Apra il passaporto, lo appoggi in piano e mostri tutta la pagina con le righe in basso.',
  frontTitle: 'Il fronte del documento',
  frontBody: 'Appoggi in piano il lato con la Sua foto, in buona luce, e lo mostri per intero.',
  backTitle: 'Il retro del documento',
  backBody: 'Giri il documento e lo appoggi in piano.',
  otherDocument: 'Usa un altro documento',
  openCamera: 'Apri la fotocamera',
  choosePhoto: 'Scegli una foto',
  choosePhotoInstead: 'Scegli invece una foto',
  closeCamera: 'Chiudi la fotocamera',
  otherCamera: 'Usa un’altra fotocamera',
  torch: 'Accendi o spegni la luce',
  takeNow: 'Scatta ora la foto',
  cameraPaused: 'La fotocamera è in pausa',
  byHand: 'Mostri tutto il documento, resti fermo e scatti la foto.',

  SEARCHING: 'Ricerca del documento',
  HOLD_STILL: 'Resti fermo',
  MOVE_CLOSER: 'Si avvicini',
  MOVE_BACK: 'Si allontani un po’',
  MOVE_LEFT: 'Sposti il documento a sinistra',
  MOVE_RIGHT: 'Sposti il documento a destra',
  MOVE_UP: 'Sposti il documento in alto',
  MOVE_DOWN: 'Sposti il documento in basso',
  SHOW_ALL: 'Mostri tutto il documento',
  TOO_DARK: 'Più luce, per favore',
  TORCH_ON: 'Troppo buio: accenda la luce',
  TOO_BRIGHT: 'Meno luce, per favore',
  GLARE: 'Inclini il documento: riflette la luce',
  OBSCURED: 'Tolga dita e altri oggetti dal documento',
  BLURRY: 'Non nitido: si allontani un po’',
  LOOKING: 'Resti fermo, la foto viene controllata',
  taken: 'La foto è stata scattata',

  previewTitle: 'Si legge tutto?',
  previewBody: 'L’intero documento deve essere visibile, nitido e senza riflessi.',
  previewRemarks: 'Questa foto potrebbe essere rifiutata:',
  previewAlt: 'La Sua foto del documento',
  usePicture: 'Usa questa foto',
  takeAnother: 'Scatta un’altra foto',
  chooseAnother: 'Scegli un’altra foto',

  sendingTitle: 'Invio della foto',
  sendingFaceTitle: 'Invio della registrazione',
  sent: 'Inviato: {percent} %',
  checking: 'Inviato. Il controllo è in corso.',
  keepOpen: 'Tenga aperta questa pagina.',
  refusedTitle: 'Scatti un’altra foto, per favore',
  refusedFaceTitle: 'Riprovi, per favore',
  acceptedFront: 'Il fronte è stato accettato.',
  acceptedDocument: 'Il documento è stato accettato.',

  faceTitle: 'Ora il Suo volto',
  faceBody:
    'Tenga la fotocamera all’altezza degli occhi. Le saranno chiesti piccoli movimenti, uno alla ' +
    'volta.',
  faceNoHurry: 'Non c’è fretta. Le foto vengono scattate quando Lei è pronto.',
  cannot: 'Non riesco a farlo',
  NO_FACE: 'Entri nell’inquadratura',
  SEVERAL_FACES: 'Nell’inquadratura deve esserci solo Lei',
  FACE_FAR: 'Si avvicini alla fotocamera',
  FACE_OFF_CENTER: 'Si metta al centro dell’inquadratura',
  LOOK_STRAIGHT: 'Guardi dritto nella fotocamera',
  TURN_LEFT: 'Giri leggermente la testa alla Sua sinistra',
  TURN_RIGHT: 'Giri leggermente la testa alla Sua destra',
  TILT_LEFT: 'Inclini la testa verso la spalla sinistra',
  TILT_RIGHT: 'Inclini la testa verso la spalla destra',
  MOVE_FACE_CLOSER: 'Si avvicini alla fotocamera',
  LOOK_UP: 'Guardi in alto',
  LOOK_DOWN: 'Guardi in basso',
  BLINK: 'Chiuda e riapra gli occhi',
  SMILE: 'Sorrida',
  OPEN_MOUTH: 'Apra la bocca',
  startsAnew: 'Ricominciamo, con altri movimenti. Faccia con calma.',
  doingItNow: 'Lo sto facendo ora',
  facePhotosBody: 'Scatti una foto per ogni movimento con la fotocamera di questo dispositivo.',
  takePhoto: 'Scatta una foto',

  cannotTitle: 'Non riesce a farlo?',
  cannotBody: 'Non è un errore. Prosegue senza questo passo, e una persona esaminerà il Suo caso.',
  cannotReason: 'Che cosa glielo impedisce? (facoltativo)',
  cannotSend: 'Prosegui senza questo passo',

  handoffTitle: 'Continui sul telefono',
  handoffBody: 'Inquadri questo codice con la fotocamera del Suo telefono.',
  handoffAlt: 'Codice QR con il link per il Suo telefono',
  handoffLink: 'Il link per il Suo telefono',
  handoffNumber: 'Sul telefono, scelga questo numero:',
  handoffUnavailable: 'Qui non è possibile continuare su un telefono.',
  numberWrong: 'È stato scelto un numero sbagliato. Quel codice non vale più; eccone uno nuovo.',
  followTitle: 'Sta continuando su un altro dispositivo',
  followBody: 'Prosegua lì. Questa pagina mostrerà quando ha finito.',
  followLost:
    'Non ha più a portata di mano quel dispositivo? Prosegua qui. Ciò che è stato accettato lì ' +
    'resta.',
  continueHere: 'Continua invece qui',
  numbersTitle: 'Quale numero mostra l’altro schermo?',
  numbersBody: 'Scelga un numero solo se ha inquadrato Lei stesso il codice.',
  numbersNone: 'Nessuno di questi',
  numbersWrongTitle: 'Questo codice non è stato usato',
  numbersWrongBody:
    'Se qualcuno Le ha mandato questo codice, non prosegua: forse vuole usare la Sua identità.',
  spentTitle: 'Quel codice non vale più',
  spentBody:
    'Il numero giusto era un altro, oppure è passato troppo tempo. Inquadri il codice che ' +
    'l’altro schermo mostra ora.',

  finishingTitle: 'Quasi finito',
  passedTitle: 'La Sua identità è verificata',
  passedBody: 'Tutto è stato accettato.',
  reviewTitle: 'Grazie',
  reviewBody: 'Abbiamo ricevuto tutto e lo stiamo esaminando. Non deve fare altro.',
  failedTitle: 'Non è stato possibile verificare la Sua identità',
  failedBody: 'Chieda un altro modo all’organizzazione che L’ha mandata qui.',
  doneTitle: 'Grazie',
  close: 'Può chiudere questa pagina.',
  nextFrom: '{name} Le dirà come si prosegue.',
  nextPlain: 'L’organizzazione che L’ha mandata qui Le dirà come si prosegue.',
  reference: 'Il Suo riferimento:',
  goOn: 'Continua',
  returnTo: 'Torna a {name}',

  endedTitle: 'Questo link non è più valido',
  endedBody:
    'È scaduto, oppure è stato usato su un altro dispositivo o in un’altra finestra. Chieda un ' +
    'nuovo link.',
  completedTitle: 'Questa verifica è conclusa',
  completedBody: 'Quanto ha inviato è stato ricevuto. Non deve fare altro.',
  expiredTitle: 'Questo link è scaduto',
  expiredBody: 'Chieda un nuovo link all’organizzazione che L’ha mandata qui.',
  canceledTitle: 'Questa verifica è stata annullata',
  canceledBody:
    'L’organizzazione che L’ha mandata qui l’ha chiusa. Chieda a loro se non sa perché.',
  inUseTitle: 'Questa verifica continua altrove',
  inUseBody:
    'È stata iniziata su un altro dispositivo o in un’altra finestra. Prosegua lì. Se non può, ' +
    'chieda un nuovo link.',
  takenBackTitle: 'Questo link non è più in uso',
  takenBackBody:
    'È stato ritirato, oppure ne ha ricevuto uno più recente. Lo cerchi, o chieda un nuovo link.',
  offlineTitle: 'Nessuna connessione',
  offlineBody: 'Nulla è andato perso. Controlli la connessione e riprovi.',
  busyTitle: 'Il servizio è occupato',
  busyBody: 'Nulla è andato perso. Riprovi tra un momento.',
  troubleTitle: 'Qualcosa è andato storto',
  troubleBody: 'Riprovi, per favore.',
  blockedTitle: 'Questa pagina non può essere usata qui',
  blockedBody:
    'Il sito non è configurato per questa verifica. Lo comunichi all’organizzazione che L’ha ' +
    'mandata qui.',

  CAMERA_DENIED:
    'La fotocamera non è consentita. La consenta nelle impostazioni del browser, o scelga una ' +
    'foto.',
  CAMERA_MISSING:
    'Nessuna fotocamera trovata. Scelga una foto, o continui su un altro dispositivo.',
  CAMERA_IN_USE:
    'Un altro programma sta usando la fotocamera. Lo chiuda e riprovi, o scelga una foto.',
  CAMERA_UNSUPPORTED:
    'Questa app non può usare la fotocamera. Apra la pagina nel browser, o scelga una foto.',
  CAMERA_FAILED: 'La fotocamera si è fermata. Riprovi, o scelga una foto.',
  helpSignTouch: 'Tocchi il simbolo a sinistra dell’indirizzo.',
  helpSignClick: 'Faccia clic sul simbolo a sinistra dell’indirizzo.',
  helpPermissions: 'Apra «Autorizzazioni» e consenta la fotocamera.',
  helpFirefox: 'Faccia clic sulla fotocamera barrata accanto all’indirizzo e tolga il blocco.',
  helpSafariTouch:
    'Tocchi il simbolo all’estremità sinistra dell’indirizzo, poi «Impostazioni sito web».',
  helpSafariMenu: 'Apra il menu «Safari», poi «Impostazioni per questo sito web».',
  helpSafariAllow: 'Imposti «Fotocamera» su «Consenti».',
  helpIosSettings:
    'Apra le impostazioni del dispositivo, scelga questo browser e consenta la fotocamera.',
  helpAgain: 'Torni a questa pagina e apra di nuovo la fotocamera.',
  helpInApp:
    'Questa pagina è aperta dentro un’altra app. Scelga «Apri nel browser» nel menu di quella app.',
  helpInNamedApp:
    'Questa pagina è aperta dentro {app}. Scelga «Apri nel browser» nel menu di quella app.',
  helpInAppLink:
    'Se questa voce manca, tenga il dito sul link nel Suo messaggio e lo apra nel browser.',
  FILE_HEIC: 'Questo browser non può aprire foto HEIC. Scelga un JPEG, o scatti la foto qui.',
  FILE_UNREADABLE: 'Questo file non è un’immagine che si possa aprire. Scelga un JPEG, PNG o WebP.',
  FILE_TOO_LARGE: 'Questa immagine è troppo grande e non è stato possibile ridurla.',
  FILE_NO_POSE: 'Questa foto non mostra il movimento. Ne scatti un’altra, per favore.',
};

export const codes: Codes = {
  DOCUMENT_UNREADABLE: 'Non è stato possibile aprire il file. Scatti una nuova foto.',
  DOCUMENT_BLURRY: 'La foto non è nitida. Resti fermo, un po’ più lontano.',
  DOCUMENT_GLARE:
    'La luce si riflette sul documento. Lo inclini finché il riflesso lascia le righe e la foto.',
  DOCUMENT_TOO_DARK: 'La foto è troppo scura. Cerchi più luce.',
  DOCUMENT_TOO_BRIGHT: 'La foto è troppo chiara. Eviti la luce diretta e il flash.',
  DOCUMENT_LOW_RESOLUTION: 'Il documento è troppo piccolo nella foto. Si avvicini.',
  DOCUMENT_NOISY: 'La foto è sgranata. Cerchi più luce.',
  DOCUMENT_NOT_FOUND:
    'Non si vede alcun documento. Lo appoggi su una superficie uniforme di un altro colore e lo ' +
    'mostri per intero.',
  DOCUMENT_CROPPED: 'Una parte del documento è tagliata. Mostri tutti e quattro gli angoli.',
  DOCUMENT_TOO_SMALL: 'Il documento è troppo lontano. Si avvicini.',
  DOCUMENT_OBSCURED: 'Qualcosa copre il documento. Tolga dita e altri oggetti.',
  DOCUMENT_NO_PORTRAIT: 'La foto sul documento non si vede. Mostri il lato con la foto.',
  DOCUMENT_NOT_RECOGNIZED: 'Questo non sembra un documento d’identità. Mostri il Suo documento.',
  DOCUMENT_COPY: 'Sembra una copia o una schermata. Mostri il documento stesso.',
  DOCUMENT_MRZ_NOT_FOUND: 'Le righe di lettere e < non si vedono. Le mostri per intero e nitide.',
  DOCUMENT_MRZ_INVALID:
    'Non è stato possibile leggere le righe di lettere e <. Scatti una foto più nitida.',
  DOCUMENT_BARCODE_NOT_FOUND: 'Il codice a barre non si vede. Lo mostri per intero e nitido.',
  DOCUMENT_EXPIRED: 'Questo documento è scaduto. Ne usi uno valido.',
  DOCUMENT_TYPE_MISMATCH: 'Questo documento è di un tipo diverso da quello che ha scelto.',
  DOCUMENT_DATA_MISMATCH:
    'Il testo stampato non corrisponde alle righe codificate. Scatti una foto più nitida.',
  DOCUMENT_DUPLICATE_IMAGE: 'Questa foto è già stata usata. Ne scatti una nuova.',
  DOCUMENT_SAME_SIDE: 'Questo è di nuovo il fronte. Giri il documento.',
  DOCUMENT_SIDE_MISMATCH: 'Questo è l’altro lato. Giri il documento.',
  LIVENESS_UNREADABLE: 'Non è stato possibile aprire la registrazione. Registri di nuovo.',
  LIVENESS_TOO_FEW_FRAMES:
    'Le immagini erano troppo poche. Faccia ogni movimento finché non viene chiesto il successivo.',
  LIVENESS_FRAMES_IDENTICAL: 'Alcune immagini erano uguali. Registri di nuovo e si muova un po’.',
  LIVENESS_FRAMES_REUSED: 'Queste immagini sono già state usate. Registri di nuovo.',
  LIVENESS_BLURRY: 'Le immagini non sono nitide. Si muova più lentamente.',
  LIVENESS_TOO_DARK: 'È troppo buio. Si metta di fronte a una lampada o a una finestra.',
  LIVENESS_TOO_BRIGHT: 'C’è troppa luce. Si giri dall’altra parte rispetto alla luce.',
  LIVENESS_LOW_RESOLUTION: 'Le immagini sono troppo piccole. Usi un’altra fotocamera.',
  LIVENESS_NO_FACE:
    'Il Suo volto non si vede in tutte le immagini. Resti al centro e si giri solo leggermente.',
  LIVENESS_MULTIPLE_FACES:
    'C’era un altro volto nell’immagine. Stia da solo davanti alla fotocamera.',
  LIVENESS_FACE_TOO_SMALL: 'Il Suo volto era troppo lontano. Si avvicini.',
  LIVENESS_FACE_OFF_CENTER: 'Il Suo volto non era al centro. Tenga la fotocamera davanti a Sé.',
  LIVENESS_FACE_CHANGED: 'L’immagine è cambiata troppo. Resti fermo nello stesso posto, e da solo.',
  LIVENESS_ACTION_NOT_PERFORMED:
    'Un movimento non si è visto. Li faccia leggermente, e solo quelli richiesti.',
  LIVENESS_NOT_LIVE:
    'Non è stato possibile confermare un volto reale. Usi una buona luce, senza foto né schermi.',
  LIVENESS_NOT_POSSIBLE: 'Questo passo è stato saltato. Una persona esaminerà il Suo caso.',
  DOCUMENT_ATTEMPTS_EXHAUSTED: 'Non ci sono più tentativi per il documento.',
  LIVENESS_ATTEMPTS_EXHAUSTED: 'Non ci sono più tentativi per la registrazione.',
  CHECK_NOT_AVAILABLE: 'Qualcosa non è stato verificato automaticamente. Una persona lo esaminerà.',
  CHECK_NOT_REQUIRED: 'Questo controllo non è necessario.',
  FACE_MISMATCH: 'Il volto non corrisponde alla foto del documento.',
  FACE_NOT_COMPARABLE:
    'Non è stato possibile confrontare il volto con la foto. Una persona la esaminerà.',
  SANDBOX_RESULT: 'Questa è una prova: il risultato è stato richiesto.',
  SVC_SESSION_INVALID: 'Questo link non è più valido. Ne chieda uno nuovo.',
  SVC_ORIGIN_NOT_ALLOWED: 'Questo sito non può essere usato per questa verifica.',
  SVC_RATE_LIMITED: 'Troppe richieste. Attenda un momento.',
  SVC_UNAVAILABLE: 'Il servizio è occupato. Riprovi tra un momento.',
  SVC_PAYLOAD_TOO_LARGE: 'L’immagine è troppo grande. Ne scelga una più piccola.',
  SVC_UNSUPPORTED_MEDIA_TYPE:
    'Questo tipo di file non può essere usato. Scelga un JPEG, PNG o WebP.',
  SVC_REQUEST_TIMEOUT: 'La connessione è troppo lenta. Riprovi, o usi un’altra rete.',
  SVC_CHALLENGE_INVALID: 'Ha richiesto troppo tempo. Riprovi, per favore.',
  SVC_HANDED_OFF: 'Un altro dispositivo ha preso il posto di questo. Continui lì.',
  SVC_HANDOFF_UNAVAILABLE: 'Qui non è possibile continuare su un telefono.',
  SVC_ATTEMPTS_EXHAUSTED: 'Non ci sono più tentativi.',
  SVC_INTERNAL: 'Qualcosa è andato storto nel servizio. Riprovi, per favore.',
};
