// German.
import type { Codes, Words } from './texts.js';

export const words: Words = {
  language: 'Sprache',
  stepOf: 'Schritt {n} von {of}',
  loading: 'Einen Moment',
  back: 'Zurück',
  tryAgain: 'Noch einmal versuchen',
  attemptsLeft: { one: 'Noch {n} Versuch', other: 'Noch {n} Versuche' },
  soonEnds: 'Dieser Link läuft in etwa zwei Minuten ab.',
  offlineNow: 'Keine Verbindung. Diese Seite macht von selbst weiter, wenn sie wieder da ist.',
  backLeaves: 'Noch einmal zurück verlässt die Seite. Was angenommen wurde, bleibt.',
  testMode: 'Test: Niemand wird geprüft',

  welcomeTitle: 'Identität bestätigen',
  welcomeFor: '{name} bittet Sie, Ihre Identität zu bestätigen.',
  welcomeForDocument: '{name} bittet Sie um Bilder Ihres Ausweises.',
  welcomeForFace: '{name} bittet Sie zu zeigen, dass Sie ein echter Mensch sind.',
  welcomeBody: 'Das dauert etwa eine Minute.',
  againTitle: 'Bitte machen Sie neue Aufnahmen: die früheren konnten nicht verwendet werden.',
  needDocument: 'Ihr Ausweis',
  needDocumentBody: 'Gültig, und das Original statt einer Kopie.',
  needFace: 'Ihr Gesicht',
  needFaceBody: 'Sie schauen in die Kamera und bewegen den Kopf ein wenig.',
  picturesWhere: 'Ihre Bilder gehen an {host} und werden verschlüsselt aufbewahrt.',
  picturesKept: 'Sie werden {time} nach dem Ergebnis gelöscht.',
  picturesSeenBy: 'Menschen bei {name} sehen sie nur, wo die Maschine nicht entscheiden kann.',
  picturesSeen: 'Menschen sehen sie nur, wo die Maschine nicht entscheiden kann.',
  begin: 'Beginnen',
  usePhone: 'Auf dem Handy fortfahren',
  useHere: 'Auf diesem Gerät fortfahren',
  usePhoneBody: 'Die Kamera eines Handys macht bessere Bilder von Ausweisen.',
  localOnly:
    'Nur dieser Computer kann diese Seite öffnen (ihre Adresse ist localhost): ein Handy kann ' +
    'nicht folgen.',

  consentTitle: 'Ihre Einwilligung',
  agree: 'Ich stimme zu',
  decline: 'Ich stimme nicht zu',
  declinedTitle: 'Es wurde nichts aufgenommen',
  declinedBody:
    'Ohne Ihre Einwilligung wird kein Bild aufgenommen. Sie können die Seite schließen oder ' +
    'zurückgehen.',
  countryTitle: 'Welches Land hat Ihren Ausweis ausgestellt?',
  otherCountry: 'Ein anderes Land',

  typeTitle: 'Welches Dokument verwenden Sie?',
  PASSPORT: 'Reisepass',
  ID_CARD: 'Personalausweis',
  DRIVING_LICENSE: 'Führerschein',
  RESIDENCE_PERMIT: 'Aufenthaltstitel',
  OTHER: 'Ein anderes Dokument',
  photoPage: 'Die Seite mit Ihrem Foto',
  bothSides: 'Vorder- und Rückseite',

  passportTitle: 'Die Seite mit Ihrem Foto',
  passportBody:
    'Schlagen Sie den Pass auf, legen Sie ihn flach hin und zeigen Sie die ganze Seite mit ' +
    'den Zeilen am unteren Rand.',
  frontTitle: 'Die Vorderseite Ihres Dokuments',
  frontBody:
    'Legen Sie die Seite mit Ihrem Foto bei gutem Licht flach hin und zeigen Sie sie ganz.',
  backTitle: 'Die Rückseite Ihres Dokuments',
  backBody: 'Drehen Sie das Dokument um und legen Sie es flach hin.',
  otherDocument: 'Ein anderes Dokument verwenden',
  openCamera: 'Kamera öffnen',
  choosePhoto: 'Foto auswählen',
  choosePhotoInstead: 'Stattdessen ein Foto auswählen',
  closeCamera: 'Kamera schließen',
  otherCamera: 'Andere Kamera verwenden',
  torch: 'Licht ein- oder ausschalten',
  takeNow: 'Bild jetzt aufnehmen',
  cameraPaused: 'Die Kamera pausiert',
  byHand: 'Zeigen Sie das ganze Dokument, halten Sie still und nehmen Sie das Bild auf.',

  SEARCHING: 'Das Dokument wird gesucht',
  HOLD_STILL: 'Ruhig halten',
  MOVE_CLOSER: 'Gehen Sie näher heran',
  MOVE_BACK: 'Gehen Sie etwas weiter weg',
  MOVE_LEFT: 'Schieben Sie das Dokument nach links',
  MOVE_RIGHT: 'Schieben Sie das Dokument nach rechts',
  MOVE_UP: 'Schieben Sie das Dokument nach oben',
  MOVE_DOWN: 'Schieben Sie das Dokument nach unten',
  SHOW_ALL: 'Zeigen Sie das ganze Dokument',
  TOO_DARK: 'Bitte mehr Licht',
  TORCH_ON: 'Zu dunkel: das Licht einschalten',
  TOO_BRIGHT: 'Bitte weniger Licht',
  GLARE: 'Das Dokument kippen: es spiegelt',
  OBSCURED: 'Lassen Sie nichts auf dem Dokument liegen, auch keine Finger',
  BLURRY: 'Nicht scharf: etwas weiter weg',
  LOOKING: 'Ruhig halten, das Bild wird geprüft',
  taken: 'Das Bild wurde aufgenommen',

  previewTitle: 'Ist alles lesbar?',
  previewBody: 'Das ganze Dokument soll zu sehen sein, scharf und ohne Spiegelungen.',
  previewRemarks: 'Dieses Bild wird vielleicht abgelehnt:',
  previewAlt: 'Ihr Bild des Dokuments',
  usePicture: 'Dieses Bild verwenden',
  takeAnother: 'Neu aufnehmen',
  chooseAnother: 'Anderes Bild auswählen',

  sendingTitle: 'Das Bild wird gesendet',
  sendingFaceTitle: 'Die Aufnahme wird gesendet',
  sent: 'Gesendet: {percent} %',
  checking: 'Gesendet. Jetzt wird geprüft.',
  keepOpen: 'Bitte lassen Sie diese Seite geöffnet.',
  refusedTitle: 'Bitte nehmen Sie ein neues Bild auf',
  refusedFaceTitle: 'Bitte versuchen Sie es noch einmal',
  acceptedFront: 'Die Vorderseite wurde angenommen.',
  acceptedDocument: 'Das Dokument wurde angenommen.',

  faceTitle: 'Jetzt Ihr Gesicht',
  faceBody:
    'Halten Sie die Kamera auf Augenhöhe. Sie werden nacheinander um kleine Bewegungen gebeten.',
  faceNoHurry: 'Es eilt nicht. Bilder entstehen, wenn Sie so weit sind.',
  cannot: 'Ich kann das nicht',
  NO_FACE: 'Kommen Sie ins Bild',
  SEVERAL_FACES: 'Nur Sie sollten im Bild sein',
  FACE_FAR: 'Kommen Sie näher an die Kamera',
  FACE_OFF_CENTER: 'Kommen Sie in die Mitte des Bildes',
  LOOK_STRAIGHT: 'Schauen Sie gerade in die Kamera',
  TURN_LEFT: 'Drehen Sie den Kopf leicht nach links',
  TURN_RIGHT: 'Drehen Sie den Kopf leicht nach rechts',
  TILT_LEFT: 'Neigen Sie den Kopf zur linken Schulter',
  TILT_RIGHT: 'Neigen Sie den Kopf zur rechten Schulter',
  MOVE_FACE_CLOSER: 'Kommen Sie näher an die Kamera',
  LOOK_UP: 'Schauen Sie nach oben',
  LOOK_DOWN: 'Schauen Sie nach unten',
  BLINK: 'Blinzeln Sie',
  SMILE: 'Lächeln Sie',
  OPEN_MOUTH: 'Öffnen Sie den Mund',
  startsAnew: 'Wir beginnen noch einmal, mit anderen Bewegungen. Lassen Sie sich Zeit.',
  doingItNow: 'Ich mache es jetzt',
  facePhotosBody: 'Nehmen Sie mit der Kamera dieses Geräts für jede Bewegung ein Foto auf.',
  takePhoto: 'Foto aufnehmen',

  cannotTitle: 'Sie können das nicht?',
  cannotBody:
    'Das ist kein Misserfolg. Es geht ohne diesen Schritt weiter, und ein Mensch sieht sich ' +
    'Ihren Fall an.',
  cannotReason: 'Was hindert Sie daran? (freiwillig)',
  cannotSend: 'Ohne diesen Schritt fortfahren',

  handoffTitle: 'Auf dem Handy fortfahren',
  handoffBody: 'Scannen Sie diesen Code mit der Kamera Ihres Handys.',
  handoffAlt: 'QR-Code mit dem Link für Ihr Handy',
  handoffLink: 'Der Link für Ihr Handy',
  handoffNumber: 'Wählen Sie auf dem Handy diese Zahl:',
  handoffUnavailable: 'Hier kann nicht auf dem Handy fortgefahren werden.',
  numberWrong: 'Es wurde eine falsche Zahl gewählt. Der Code ist verbraucht; hier ist ein neuer.',
  followTitle: 'Sie machen auf einem anderen Gerät weiter',
  followBody: 'Machen Sie dort weiter. Diese Seite zeigt, wenn Sie fertig sind.',
  followLost:
    'Ist jenes Gerät nicht zur Hand? Machen Sie hier weiter. Was dort angenommen wurde, bleibt.',
  continueHere: 'Stattdessen hier weitermachen',
  numbersTitle: 'Welche Zahl zeigt der andere Bildschirm?',
  numbersBody: 'Wählen Sie nur, wenn Sie den Code selbst gescannt haben.',
  numbersNone: 'Keine davon',
  numbersWrongTitle: 'Dieser Code wurde nicht verwendet',
  numbersWrongBody:
    'Wenn Ihnen jemand diesen Code geschickt hat, hören Sie hier auf: man will vielleicht ' +
    'Ihre Identität benutzen.',
  spentTitle: 'Dieser Code ist verbraucht',
  spentBody:
    'Eine andere Zahl war die richtige, oder es ist zu viel Zeit vergangen. Scannen Sie den ' +
    'Code, den der andere Bildschirm jetzt zeigt.',

  finishingTitle: 'Fast fertig',
  passedTitle: 'Ihre Identität ist bestätigt',
  passedBody: 'Alles wurde angenommen.',
  reviewTitle: 'Vielen Dank',
  reviewBody: 'Alles ist angekommen und wird angesehen. Sie müssen nichts weiter tun.',
  failedTitle: 'Ihre Identität konnte nicht bestätigt werden',
  failedBody: 'Fragen Sie die Organisation, die Sie hierher geschickt hat, nach einem anderen Weg.',
  doneTitle: 'Vielen Dank',
  close: 'Sie können diese Seite schließen.',
  nextFrom: '{name} sagt Ihnen, wie es weitergeht.',
  nextPlain: 'Die Organisation, die Sie hierher geschickt hat, sagt Ihnen, wie es weitergeht.',
  reference: 'Ihr Aktenzeichen:',
  goOn: 'Weiter',
  returnTo: 'Zurück zu {name}',

  endedTitle: 'Dieser Link gilt nicht mehr',
  endedBody:
    'Er ist abgelaufen oder wurde auf einem anderen Gerät oder in einem anderen Fenster ' +
    'benutzt. Bitten Sie um einen neuen.',
  completedTitle: 'Diese Prüfung ist abgeschlossen',
  completedBody: 'Was Sie geschickt haben, ist angekommen. Sie müssen nichts weiter tun.',
  expiredTitle: 'Dieser Link ist abgelaufen',
  expiredBody: 'Bitten Sie die Organisation, die Sie hierher geschickt hat, um einen neuen Link.',
  canceledTitle: 'Diese Prüfung wurde abgebrochen',
  canceledBody:
    'Die Organisation, die Sie hierher geschickt hat, hat sie beendet. Fragen Sie dort, wenn ' +
    'Sie nicht wissen, warum.',
  inUseTitle: 'Diese Prüfung läuft anderswo weiter',
  inUseBody:
    'Sie wurde auf einem anderen Gerät oder in einem anderen Fenster begonnen. Machen Sie dort ' +
    'weiter. Geht das nicht, bitten Sie um einen neuen Link.',
  takenBackTitle: 'Dieser Link wird nicht mehr verwendet',
  takenBackBody:
    'Er wurde zurückgenommen, oder Sie haben einen neueren bekommen. Suchen Sie diesen, oder ' +
    'bitten Sie um einen neuen Link.',
  offlineTitle: 'Keine Verbindung',
  offlineBody:
    'Es ist nichts verloren. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
  busyTitle: 'Der Dienst ist ausgelastet',
  busyBody: 'Es ist nichts verloren. Versuchen Sie es gleich noch einmal.',
  troubleTitle: 'Etwas ist schiefgegangen',
  troubleBody: 'Bitte versuchen Sie es noch einmal.',
  blockedTitle: 'Diese Seite darf hier nicht verwendet werden',
  blockedBody:
    'Die Website ist für diese Prüfung nicht eingerichtet. Bitte sagen Sie es der ' +
    'Organisation, die Sie hierher geschickt hat.',

  CAMERA_DENIED:
    'Die Kamera ist nicht erlaubt. Erlauben Sie sie in den Einstellungen des Browsers, oder ' +
    'wählen Sie ein Foto aus.',
  CAMERA_MISSING:
    'Es wurde keine Kamera gefunden. Wählen Sie ein Foto aus, oder fahren Sie auf einem ' +
    'anderen Gerät fort.',
  CAMERA_IN_USE:
    'Ein anderes Programm benutzt die Kamera. Schließen Sie es und versuchen Sie es noch ' +
    'einmal, oder wählen Sie ein Foto aus.',
  CAMERA_UNSUPPORTED:
    'Diese App kann die Kamera nicht benutzen. Öffnen Sie die Seite im Browser, oder wählen ' +
    'Sie ein Foto aus.',
  CAMERA_FAILED:
    'Die Kamera hat aufgehört. Versuchen Sie es noch einmal, oder wählen Sie ein Foto aus.',
  helpSignTouch: 'Tippen Sie auf das Zeichen links neben der Adresse.',
  helpSignClick: 'Klicken Sie auf das Zeichen links neben der Adresse.',
  helpPermissions: 'Öffnen Sie „Berechtigungen“ und erlauben Sie die Kamera.',
  helpFirefox:
    'Klicken Sie auf die durchgestrichene Kamera neben der Adresse und heben Sie die Sperre auf.',
  helpSafariTouch:
    'Tippen Sie auf das Zeichen am linken Ende der Adresse, dann auf „Website-Einstellungen“.',
  helpSafariMenu: 'Öffnen Sie das Menü „Safari“, dann „Einstellungen für diese Website“.',
  helpSafariAllow: 'Stellen Sie „Kamera“ auf „Erlauben“.',
  helpIosSettings:
    'Öffnen Sie die Einstellungen des Geräts, wählen Sie diesen Browser und erlauben Sie die ' +
    'Kamera.',
  helpAgain: 'Kommen Sie auf diese Seite zurück und öffnen Sie die Kamera noch einmal.',
  helpInApp:
    'Diese Seite ist in einer anderen App geöffnet. Wählen Sie im Menü der App „Im Browser ' +
    'öffnen“.',
  helpInNamedApp:
    'Diese Seite ist in {app} geöffnet. Wählen Sie im Menü der App „Im Browser öffnen“.',
  helpInAppLink:
    'Fehlt dieser Eintrag, halten Sie den Finger auf den Link in Ihrer Nachricht und öffnen ' +
    'Sie ihn im Browser.',
  FILE_HEIC:
    'Dieser Browser kann HEIC-Bilder nicht öffnen. Wählen Sie ein JPEG, oder nehmen Sie das ' +
    'Bild hier auf.',
  FILE_UNREADABLE:
    'Diese Datei ist kein Bild, das sich öffnen lässt. Wählen Sie ein JPEG, PNG oder WebP.',
  FILE_TOO_LARGE: 'Dieses Bild ist zu groß und ließ sich nicht verkleinern.',
  FILE_NO_POSE: 'Dieses Foto zeigt die Bewegung nicht. Bitte nehmen Sie ein anderes auf.',
};

export const codes: Codes = {
  DOCUMENT_UNREADABLE: 'Die Datei ließ sich nicht öffnen. Nehmen Sie ein neues Bild auf.',
  DOCUMENT_BLURRY: 'Das Bild ist nicht scharf. Halten Sie still, etwas weiter weg.',
  DOCUMENT_GLARE:
    'Auf dem Dokument spiegelt sich Licht. Kippen Sie es, bis Zeilen und Foto frei davon sind.',
  DOCUMENT_TOO_DARK: 'Das Bild ist zu dunkel. Suchen Sie mehr Licht.',
  DOCUMENT_TOO_BRIGHT: 'Das Bild ist zu hell. Vermeiden Sie direktes Licht und den Blitz.',
  DOCUMENT_LOW_RESOLUTION: 'Das Dokument ist im Bild zu klein. Gehen Sie näher heran.',
  DOCUMENT_NOISY: 'Das Bild rauscht. Suchen Sie mehr Licht.',
  DOCUMENT_NOT_FOUND:
    'Es war kein Dokument zu sehen. Legen Sie es auf eine einfarbige Fläche anderer Farbe und ' +
    'zeigen Sie es ganz.',
  DOCUMENT_CROPPED: 'Ein Teil des Dokuments ist abgeschnitten. Zeigen Sie alle vier Ecken.',
  DOCUMENT_TOO_SMALL: 'Das Dokument ist zu weit weg. Gehen Sie näher heran.',
  DOCUMENT_OBSCURED:
    'Etwas verdeckt das Dokument. Lassen Sie nichts darauf liegen, auch keine Finger.',
  DOCUMENT_NO_PORTRAIT:
    'Das Foto im Dokument war nicht zu sehen. Zeigen Sie die Seite mit dem Foto.',
  DOCUMENT_NOT_RECOGNIZED: 'Das sieht nicht nach einem Ausweis aus. Zeigen Sie Ihr Dokument.',
  DOCUMENT_COPY:
    'Das sieht nach einer Kopie oder einem Bildschirmfoto aus. Zeigen Sie das Dokument selbst.',
  DOCUMENT_MRZ_NOT_FOUND:
    'Die Zeilen aus Buchstaben und < waren nicht zu sehen. Zeigen Sie sie ganz und scharf.',
  DOCUMENT_MRZ_INVALID:
    'Die Zeilen aus Buchstaben und < waren nicht lesbar. Nehmen Sie ein schärferes Bild auf.',
  DOCUMENT_BARCODE_NOT_FOUND: 'Der Strichcode war nicht zu sehen. Zeigen Sie ihn ganz und scharf.',
  DOCUMENT_EXPIRED: 'Dieses Dokument ist abgelaufen. Verwenden Sie ein gültiges.',
  DOCUMENT_TYPE_MISMATCH: 'Das ist ein anderes Dokument, als Sie gewählt haben.',
  DOCUMENT_DATA_MISMATCH:
    'Der Aufdruck stimmt nicht mit den codierten Zeilen überein. Nehmen Sie ein schärferes ' +
    'Bild auf.',
  DOCUMENT_DUPLICATE_IMAGE: 'Dieses Bild wurde schon einmal verwendet. Nehmen Sie ein neues auf.',
  DOCUMENT_SAME_SIDE: 'Das ist noch einmal die Vorderseite. Drehen Sie das Dokument um.',
  DOCUMENT_SIDE_MISMATCH: 'Das ist die andere Seite. Drehen Sie das Dokument um.',
  LIVENESS_UNREADABLE: 'Die Aufnahme ließ sich nicht öffnen. Nehmen Sie noch einmal auf.',
  LIVENESS_TOO_FEW_FRAMES:
    'Es waren zu wenige Bilder. Machen Sie jede Bewegung, bis die nächste verlangt wird.',
  LIVENESS_FRAMES_IDENTICAL:
    'Einige Bilder waren gleich. Nehmen Sie noch einmal auf, und bewegen Sie sich ein wenig.',
  LIVENESS_FRAMES_REUSED: 'Diese Bilder wurden schon einmal verwendet. Nehmen Sie noch einmal auf.',
  LIVENESS_BLURRY: 'Die Bilder sind nicht scharf. Bewegen Sie sich langsamer.',
  LIVENESS_TOO_DARK: 'Es ist zu dunkel. Wenden Sie sich einer Lampe oder einem Fenster zu.',
  LIVENESS_TOO_BRIGHT: 'Es ist zu hell. Wenden Sie sich vom Licht ab.',
  LIVENESS_LOW_RESOLUTION: 'Die Bilder sind zu klein. Verwenden Sie eine andere Kamera.',
  LIVENESS_NO_FACE:
    'Ihr Gesicht war nicht in jedem Bild zu sehen. Bleiben Sie in der Mitte, und drehen Sie ' +
    'sich nur leicht.',
  LIVENESS_MULTIPLE_FACES: 'Ein anderes Gesicht war im Bild. Seien Sie allein vor der Kamera.',
  LIVENESS_FACE_TOO_SMALL: 'Ihr Gesicht war zu weit weg. Kommen Sie näher.',
  LIVENESS_FACE_OFF_CENTER: 'Ihr Gesicht war nicht in der Mitte. Halten Sie die Kamera vor sich.',
  LIVENESS_FACE_CHANGED:
    'Das Bild hat sich zu sehr verändert. Bleiben Sie an einem Ort, und allein.',
  LIVENESS_ACTION_NOT_PERFORMED:
    'Eine Bewegung war nicht zu sehen. Machen Sie jede leicht, und nur die, um die gebeten wird.',
  LIVENESS_NOT_LIVE:
    'Ein echtes Gesicht ließ sich nicht bestätigen. Sorgen Sie für gutes Licht; kein Bild, ' +
    'kein Bildschirm.',
  LIVENESS_NOT_POSSIBLE: 'Dieser Schritt wurde ausgelassen. Ein Mensch sieht sich Ihren Fall an.',
  DOCUMENT_ATTEMPTS_EXHAUSTED: 'Für das Dokument gibt es keinen weiteren Versuch.',
  LIVENESS_ATTEMPTS_EXHAUSTED: 'Für die Aufnahme gibt es keinen weiteren Versuch.',
  CHECK_NOT_AVAILABLE: 'Etwas ließ sich nicht maschinell prüfen. Ein Mensch sieht es sich an.',
  CHECK_NOT_REQUIRED: 'Diese Prüfung ist nicht nötig.',
  FACE_MISMATCH: 'Das Gesicht stimmt nicht mit dem Foto im Dokument überein.',
  FACE_NOT_COMPARABLE:
    'Das Gesicht ließ sich nicht mit dem Foto vergleichen. Ein Mensch sieht es sich an.',
  SANDBOX_RESULT: 'Das ist ein Test: dieses Ergebnis wurde verlangt.',
  SVC_SESSION_INVALID: 'Dieser Link gilt nicht mehr. Bitten Sie um einen neuen.',
  SVC_ORIGIN_NOT_ALLOWED: 'Diese Website darf für diese Prüfung nicht verwendet werden.',
  SVC_RATE_LIMITED: 'Zu viele Anfragen. Bitte warten Sie einen Moment.',
  SVC_UNAVAILABLE: 'Der Dienst ist ausgelastet. Versuchen Sie es gleich noch einmal.',
  SVC_PAYLOAD_TOO_LARGE: 'Das Bild ist zu groß. Wählen Sie ein kleineres.',
  SVC_UNSUPPORTED_MEDIA_TYPE:
    'Diese Art Datei kann nicht verwendet werden. Wählen Sie ein JPEG, PNG oder WebP.',
  SVC_REQUEST_TIMEOUT:
    'Die Verbindung ist zu langsam. Versuchen Sie es noch einmal, oder in einem anderen Netz.',
  SVC_CHALLENGE_INVALID: 'Das hat zu lange gedauert. Bitte versuchen Sie es noch einmal.',
  SVC_HANDED_OFF: 'Ein anderes Gerät hat übernommen. Machen Sie dort weiter.',
  SVC_HANDOFF_UNAVAILABLE: 'Hier kann nicht auf dem Handy fortgefahren werden.',
  SVC_ATTEMPTS_EXHAUSTED: 'Es gibt keinen weiteren Versuch.',
  SVC_INTERNAL: 'Im Dienst ist etwas schiefgegangen. Bitte versuchen Sie es noch einmal.',
};
