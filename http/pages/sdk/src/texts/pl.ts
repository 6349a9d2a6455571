// Polish.
import type { Codes, Words } from './texts.js';

export const words: Words = {
  language: 'Język',
  stepOf: 'Krok {n} z {of}',
  loading: 'Chwileczkę',
  back: 'Wstecz',
  tryAgain: 'Spróbuj ponownie',
  attemptsLeft: {
    one: 'Pozostała {n} próba',
    few: 'Pozostały {n} próby',
    many: 'Pozostało {n} prób',
  },
  soonEnds: 'Ten link wygaśnie za około dwie minuty.',
  offlineNow: 'Brak połączenia. Ta strona sama wznowi działanie, gdy połączenie wróci.',
  backLeaves: 'Aby wyjść, proszę cofnąć jeszcze raz. To, co przyjęto, zostaje zachowane.',
  testMode: 'Test: nikt nie jest weryfikowany',

  welcomeTitle: 'Potwierdzenie tożsamości',
  welcomeFor: '{name} prosi o potwierdzenie tożsamości.',
  welcomeForDocument: '{name} prosi o zdjęcia dokumentu tożsamości.',
  welcomeForFace: '{name} prosi o pokazanie, że przed kamerą jest prawdziwa osoba.',
  welcomeBody: 'Zajmie to około minuty.',
  againTitle: 'Prosimy o ponowne wykonanie zdjęć: poprzednich nie można było użyć.',
  needDocument: 'Dokument tożsamości',
  needDocumentBody: 'Ważny, oryginał, a nie kopia.',
  needFace: 'Twarz',
  needFaceBody: 'Trzeba będzie spojrzeć w kamerę i lekko poruszyć głową.',
  picturesWhere: 'Zdjęcia trafiają do {host} i są przechowywane w postaci zaszyfrowanej.',
  picturesKept: 'Są usuwane {time} po wyniku.',
  picturesSeenBy:
    'Osoby z organizacji {name} widzą je tylko wtedy, gdy maszyna nie może zdecydować.',
  picturesSeen: 'Ludzie widzą je tylko wtedy, gdy maszyna nie może zdecydować.',
  begin: 'Rozpocznij',
  usePhone: 'Kontynuuj na telefonie',
  useHere: 'Kontynuuj na tym urządzeniu',
  usePhoneBody: 'Aparat telefonu robi lepsze zdjęcia dokumentów.',
  localOnly:
    'Tę stronę można otworzyć tylko na tym komputerze (jej adres to localhost): na telefonie nie ' +
    'da się kontynuować.',

  consentTitle: 'Zgoda',
  agree: 'Wyrażam zgodę',
  decline: 'Nie wyrażam zgody',
  declinedTitle: 'Niczego nie zarejestrowano',
  declinedBody:
    'Bez zgody nie zostanie zrobione żadne zdjęcie. Można zamknąć tę stronę lub wrócić.',
  countryTitle: 'Który kraj wydał dokument?',
  otherCountry: 'Inny kraj',

  typeTitle: 'Który dokument zostanie użyty?',
  PASSPORT: 'Paszport',
  ID_CARD: 'Dowód osobisty',
  DRIVING_LICENSE: 'Prawo jazdy',
  RESIDENCE_PERMIT: 'Karta pobytu',
  OTHER: 'Inny dokument',
  photoPage: 'Strona ze zdjęciem',
  bothSides: 'Przód i tył',

  passportTitle: 'Strona ze zdjęciem',
  passportBody:
    'Proszę otworzyć paszport, położyć go płasko i pokazać całą stronę z wierszami u dołu.',
  frontTitle: 'Przód dokumentu',
  frontBody:
    'Proszę położyć dokument płasko, zdjęciem do góry, w dobrym świetle, i pokazać go w całości.',
  backTitle: 'Tył dokumentu',
  backBody: 'Proszę odwrócić dokument i położyć go płasko.',
  otherDocument: 'Użyj innego dokumentu',
  openCamera: 'Otwórz aparat',
  choosePhoto: 'Wybierz zdjęcie',
  choosePhotoInstead: 'Wybierz zamiast tego zdjęcie',
  closeCamera: 'Zamknij aparat',
  otherCamera: 'Użyj innego aparatu',
  torch: 'Włącz lub wyłącz światło',
  takeNow: 'Zrób zdjęcie teraz',
  cameraPaused: 'Aparat jest wstrzymany',
  byHand: 'Proszę pokazać cały dokument, nie poruszać się i zrobić zdjęcie.',

  SEARCHING: 'Szukanie dokumentu',
  HOLD_STILL: 'Proszę się nie poruszać',
  MOVE_CLOSER: 'Proszę się przybliżyć',
  MOVE_BACK: 'Proszę się trochę oddalić',
  MOVE_LEFT: 'Proszę przesunąć dokument w lewo',
  MOVE_RIGHT: 'Proszę przesunąć dokument w prawo',
  MOVE_UP: 'Proszę przesunąć dokument w górę',
  MOVE_DOWN: 'Proszę przesunąć dokument w dół',
  SHOW_ALL: 'Proszę pokazać cały dokument',
  TOO_DARK: 'Potrzeba więcej światła',
  TORCH_ON: 'Za ciemno: proszę włączyć światło',
  TOO_BRIGHT: 'Potrzeba mniej światła',
  GLARE: 'Proszę przechylić dokument: odbija światło',
  OBSCURED: 'Proszę zabrać palce i inne rzeczy z dokumentu',
  BLURRY: 'Nieostre: proszę się trochę oddalić',
  LOOKING: 'Proszę się nie poruszać, zdjęcie jest sprawdzane',
  taken: 'Zdjęcie zostało zrobione',

  previewTitle: 'Czy wszystko da się odczytać?',
  previewBody: 'Cały dokument powinien być widoczny, ostry i bez odblasków.',
  previewRemarks: 'To zdjęcie może zostać odrzucone:',
  previewAlt: 'Zdjęcie dokumentu',
  usePicture: 'Użyj tego zdjęcia',
  takeAnother: 'Zrób inne',
  chooseAnother: 'Wybierz inne',

  sendingTitle: 'Wysyłanie zdjęcia',
  sendingFaceTitle: 'Wysyłanie nagrania',
  sent: 'Wysłano: {percent} %',
  checking: 'Wysłano. Trwa sprawdzanie.',
  keepOpen: 'Proszę nie zamykać tej strony.',
  refusedTitle: 'Proszę zrobić inne zdjęcie',
  refusedFaceTitle: 'Proszę spróbować jeszcze raz',
  acceptedFront: 'Przód został przyjęty.',
  acceptedDocument: 'Dokument został przyjęty.',

  faceTitle: 'Teraz twarz',
  faceBody:
    'Proszę trzymać aparat na wysokości oczu. Trzeba będzie wykonać drobne ruchy, jeden po drugim.',
  faceNoHurry: 'Nie trzeba się spieszyć. Zdjęcia powstają we właściwej chwili.',
  cannot: 'Nie mogę tego zrobić',
  NO_FACE: 'Proszę wejść w kadr',
  SEVERAL_FACES: 'W kadrze może być tylko jedna osoba',
  FACE_FAR: 'Proszę zbliżyć się do aparatu',
  FACE_OFF_CENTER: 'Proszę ustawić się na środku kadru',
  LOOK_STRAIGHT: 'Proszę patrzeć prosto w aparat',
  TURN_LEFT: 'Proszę lekko obrócić głowę w lewo',
  TURN_RIGHT: 'Proszę lekko obrócić głowę w prawo',
  TILT_LEFT: 'Proszę pochylić głowę do lewego ramienia',
  TILT_RIGHT: 'Proszę pochylić głowę do prawego ramienia',
  MOVE_FACE_CLOSER: 'Proszę zbliżyć się do aparatu',
  LOOK_UP: 'Proszę spojrzeć w górę',
  LOOK_DOWN: 'Proszę spojrzeć w dół',
  BLINK: 'Proszę mrugnąć',
  SMILE: 'Proszę się uśmiechnąć',
  OPEN_MOUTH: 'Proszę otworzyć usta',
  startsAnew: 'Zacznijmy od nowa, z innymi ruchami. Proszę się nie spieszyć.',
  doingItNow: 'Robię to teraz',
  facePhotosBody: 'Proszę zrobić po jednym zdjęciu każdego ruchu aparatem tego urządzenia.',
  takePhoto: 'Zrób zdjęcie',

  cannotTitle: 'Nie da się tego zrobić?',
  cannotBody:
    'To nie jest niepowodzenie. Można kontynuować bez tego kroku, a sprawę obejrzy człowiek.',
  cannotReason: 'Co stoi na przeszkodzie? (nieobowiązkowe)',
  cannotSend: 'Kontynuuj bez tego kroku',

  handoffTitle: 'Kontynuacja na telefonie',
  handoffBody: 'Proszę zeskanować ten kod aparatem telefonu.',
  handoffAlt: 'Kod QR z linkiem na telefon',
  handoffLink: 'Link na telefon',
  handoffNumber: 'Na telefonie proszę wybrać tę liczbę:',
  handoffUnavailable: 'Kontynuacja na telefonie nie jest tu możliwa.',
  numberWrong: 'Wybrano złą liczbę. Tamten kod jest zużyty, oto nowy.',
  followTitle: 'Kontynuacja na innym urządzeniu',
  followBody: 'Proszę kontynuować tam. Ta strona pokaże, kiedy wszystko będzie gotowe.',
  followLost:
    'Tamto urządzenie jest poza zasięgiem? Można kontynuować tutaj. To, co tam przyjęto, zostaje.',
  continueHere: 'Kontynuuj jednak tutaj',
  numbersTitle: 'Którą liczbę pokazuje drugi ekran?',
  numbersBody: 'Proszę wybrać liczbę tylko po własnoręcznym zeskanowaniu kodu.',
  numbersNone: 'Żadna z tych',
  numbersWrongTitle: 'Ten kod nie został użyty',
  numbersWrongBody:
    'Jeśli ktoś przysłał ten kod, proszę nie kontynuować: być może chce użyć cudzej tożsamości.',
  spentTitle: 'Ten kod jest zużyty',
  spentBody:
    'Właściwa była inna liczba albo minęło zbyt dużo czasu. Proszę zeskanować kod, który drugi ' +
    'ekran pokazuje teraz.',

  finishingTitle: 'Prawie gotowe',
  passedTitle: 'Tożsamość jest potwierdzona',
  passedBody: 'Wszystko zostało przyjęte.',
  reviewTitle: 'Dziękujemy',
  reviewBody: 'Wszystko do nas dotarło i jest sprawdzane. Nie trzeba nic więcej robić.',
  failedTitle: 'Nie udało się potwierdzić tożsamości',
  failedBody: 'Proszę zapytać organizację, od której przyszedł link, o inny sposób.',
  doneTitle: 'Dziękujemy',
  close: 'Można zamknąć tę stronę.',
  nextFrom: '{name} poinformuje, co dalej.',
  nextPlain: 'Organizacja, od której przyszedł link, poinformuje, co dalej.',
  reference: 'Numer sprawy:',
  goOn: 'Dalej',
  returnTo: 'Wróć do: {name}',

  endedTitle: 'Ten link nie jest już ważny',
  endedBody:
    'Wygasł albo został użyty na innym urządzeniu lub w innym oknie. Proszę poprosić o nowy link.',
  completedTitle: 'Ta weryfikacja jest zakończona',
  completedBody: 'To, co zostało wysłane, dotarło. Nic więcej nie trzeba robić.',
  expiredTitle: 'Ten link wygasł',
  expiredBody: 'Proszę poprosić organizację, od której przyszedł link, o nowy.',
  canceledTitle: 'Ta weryfikacja została anulowana',
  canceledBody:
    'Zakończyła ją organizacja, od której przyszedł link. W razie wątpliwości proszę ją zapytać.',
  inUseTitle: 'Ta weryfikacja trwa gdzie indziej',
  inUseBody:
    'Rozpoczęto ją na innym urządzeniu lub w innym oknie. Proszę kontynuować tam. Jeśli to ' +
    'niemożliwe, proszę poprosić o nowy link.',
  takenBackTitle: 'Ten link nie jest już używany',
  takenBackBody:
    'Został wycofany albo wysłano nowszy. Proszę go poszukać lub poprosić o nowy link.',
  offlineTitle: 'Brak połączenia',
  offlineBody: 'Nic nie zostało utracone. Proszę sprawdzić połączenie i spróbować ponownie.',
  busyTitle: 'Usługa jest zajęta',
  busyBody: 'Nic nie zostało utracone. Proszę spróbować ponownie za chwilę.',
  troubleTitle: 'Coś poszło nie tak',
  troubleBody: 'Proszę spróbować ponownie.',
  blockedTitle: 'Tej strony nie można tu użyć',
  blockedBody:
    'Witryna nie jest przygotowana do tej weryfikacji. Proszę powiadomić organizację, od której ' +
    'przyszedł link.',

  CAMERA_DENIED:
    'Aparat nie jest dozwolony. Proszę zezwolić na niego w ustawieniach przeglądarki lub wybrać ' +
    'zdjęcie.',
  CAMERA_MISSING:
    'Nie znaleziono aparatu. Proszę wybrać zdjęcie lub kontynuować na innym urządzeniu.',
  CAMERA_IN_USE:
    'Inny program używa aparatu. Proszę go zamknąć i spróbować ponownie lub wybrać zdjęcie.',
  CAMERA_UNSUPPORTED:
    'Ta aplikacja nie może użyć aparatu. Proszę otworzyć stronę w przeglądarce lub wybrać zdjęcie.',
  CAMERA_FAILED: 'Aparat przestał działać. Proszę spróbować ponownie lub wybrać zdjęcie.',
  helpSignTouch: 'Proszę dotknąć znaku po lewej stronie adresu.',
  helpSignClick: 'Proszę kliknąć znak po lewej stronie adresu.',
  helpPermissions: 'Proszę otworzyć „Uprawnienia” i zezwolić na aparat.',
  helpFirefox: 'Proszę kliknąć przekreśloną kamerę obok adresu i usunąć blokadę.',
  helpSafariTouch: 'Proszę dotknąć znaku na lewym końcu adresu, a potem „Ustawienia witryny”.',
  helpSafariMenu: 'Proszę otworzyć menu „Safari”, a potem „Ustawienia dla tej witryny”.',
  helpSafariAllow: 'Proszę ustawić „Aparat” na „Pozwalaj”.',
  helpIosSettings:
    'Proszę otworzyć ustawienia urządzenia, wybrać tę przeglądarkę i zezwolić na aparat.',
  helpAgain: 'Proszę wrócić na tę stronę i ponownie otworzyć aparat.',
  helpInApp:
    'Ta strona jest otwarta w innej aplikacji. Proszę wybrać „Otwórz w przeglądarce” w menu tej ' +
    'aplikacji.',
  helpInNamedApp:
    'Ta strona jest otwarta w aplikacji {app}. Proszę wybrać „Otwórz w przeglądarce” w jej menu.',
  helpInAppLink:
    'Jeśli nie ma takiej pozycji, proszę przytrzymać palec na linku w wiadomości i otworzyć go w ' +
    'przeglądarce.',
  FILE_HEIC:
    'Ta przeglądarka nie otwiera zdjęć HEIC. Proszę wybrać plik JPEG lub zrobić zdjęcie tutaj.',
  FILE_UNREADABLE:
    'Ten plik nie jest obrazem, który da się otworzyć. Proszę wybrać JPEG, PNG lub WebP.',
  FILE_TOO_LARGE: 'Ten obraz jest za duży i nie udało się go zmniejszyć.',
  FILE_NO_POSE: 'To zdjęcie nie pokazuje ruchu. Proszę zrobić inne.',
};

export const codes: Codes = {
  DOCUMENT_UNREADABLE: 'Nie udało się otworzyć pliku. Proszę zrobić nowe zdjęcie.',
  DOCUMENT_BLURRY: 'Zdjęcie nie jest ostre. Proszę się nie poruszać i trochę oddalić.',
  DOCUMENT_GLARE:
    'Na dokumencie odbija się światło. Proszę go przechylić, aż odbicie zejdzie z wierszy i zdjęcia.',
  DOCUMENT_TOO_DARK: 'Zdjęcie jest za ciemne. Potrzeba więcej światła.',
  DOCUMENT_TOO_BRIGHT:
    'Zdjęcie jest za jasne. Proszę unikać bezpośredniego światła i lampy błyskowej.',
  DOCUMENT_LOW_RESOLUTION: 'Dokument na zdjęciu jest za mały. Proszę się przybliżyć.',
  DOCUMENT_NOISY: 'Zdjęcie jest ziarniste. Potrzeba więcej światła.',
  DOCUMENT_NOT_FOUND:
    'Nie widać dokumentu. Proszę położyć go na gładkiej powierzchni innego koloru i pokazać w ' +
    'całości.',
  DOCUMENT_CROPPED: 'Część dokumentu jest ucięta. Proszę pokazać wszystkie cztery rogi.',
  DOCUMENT_TOO_SMALL: 'Dokument jest za daleko. Proszę się przybliżyć.',
  DOCUMENT_OBSCURED: 'Coś zasłania dokument. Proszę zabrać z niego palce i inne rzeczy.',
  DOCUMENT_NO_PORTRAIT: 'Nie widać zdjęcia na dokumencie. Proszę pokazać stronę ze zdjęciem.',
  DOCUMENT_NOT_RECOGNIZED: 'To nie wygląda na dokument tożsamości. Proszę pokazać swój dokument.',
  DOCUMENT_COPY: 'To wygląda na kopię lub zrzut ekranu. Proszę pokazać sam dokument.',
  DOCUMENT_MRZ_NOT_FOUND: 'Nie widać wierszy z literami i <. Proszę pokazać je w całości i ostro.',
  DOCUMENT_MRZ_INVALID:
    'Nie udało się odczytać wierszy z literami i <. Proszę zrobić ostrzejsze zdjęcie.',
  DOCUMENT_BARCODE_NOT_FOUND: 'Nie widać kodu kreskowego. Proszę pokazać go w całości i ostro.',
  DOCUMENT_EXPIRED: 'Ten dokument stracił ważność. Proszę użyć ważnego.',
  DOCUMENT_TYPE_MISMATCH: 'To inny rodzaj dokumentu niż wybrany.',
  DOCUMENT_DATA_MISMATCH:
    'Druk nie zgadza się z zakodowanymi wierszami. Proszę zrobić ostrzejsze zdjęcie.',
  DOCUMENT_DUPLICATE_IMAGE: 'To zdjęcie było już użyte. Proszę zrobić nowe.',
  DOCUMENT_SAME_SIDE: 'To znowu przód. Proszę odwrócić dokument.',
  DOCUMENT_SIDE_MISMATCH: 'To druga strona. Proszę odwrócić dokument.',
  LIVENESS_UNREADABLE: 'Nie udało się otworzyć nagrania. Proszę nagrać ponownie.',
  LIVENESS_TOO_FEW_FRAMES:
    'Było za mało zdjęć. Proszę wykonywać każdy ruch, aż pojawi się następny.',
  LIVENESS_FRAMES_IDENTICAL:
    'Niektóre zdjęcia były takie same. Proszę nagrać ponownie i trochę się poruszyć.',
  LIVENESS_FRAMES_REUSED: 'Te zdjęcia były już użyte. Proszę nagrać ponownie.',
  LIVENESS_BLURRY: 'Zdjęcia nie są ostre. Proszę poruszać się wolniej.',
  LIVENESS_TOO_DARK: 'Jest za ciemno. Proszę stanąć przodem do lampy lub okna.',
  LIVENESS_TOO_BRIGHT: 'Jest za jasno. Proszę odwrócić się od światła.',
  LIVENESS_LOW_RESOLUTION: 'Zdjęcia są za małe. Proszę użyć innego aparatu.',
  LIVENESS_NO_FACE:
    'Twarzy nie było widać na każdym zdjęciu. Proszę pozostać na środku i obracać się tylko lekko.',
  LIVENESS_MULTIPLE_FACES: 'Na zdjęciu była inna twarz. Przed aparatem może być tylko jedna osoba.',
  LIVENESS_FACE_TOO_SMALL: 'Twarz była za daleko. Proszę się przybliżyć.',
  LIVENESS_FACE_OFF_CENTER: 'Twarz nie była na środku. Proszę trzymać aparat przed sobą.',
  LIVENESS_FACE_CHANGED:
    'Obraz zbyt się zmienił. Proszę pozostać w jednym miejscu, bez innych osób.',
  LIVENESS_ACTION_NOT_PERFORMED:
    'Nie było widać jednego z ruchów. Proszę wykonywać każdy lekko i tylko te, o które prosimy.',
  LIVENESS_NOT_LIVE:
    'Nie udało się potwierdzić prawdziwej twarzy. Potrzebne jest dobre światło, bez zdjęć i ' +
    'ekranów.',
  LIVENESS_NOT_POSSIBLE: 'Ten krok został pominięty. Sprawę obejrzy człowiek.',
  DOCUMENT_ATTEMPTS_EXHAUSTED: 'Nie ma już prób dla dokumentu.',
  LIVENESS_ATTEMPTS_EXHAUSTED: 'Nie ma już prób dla nagrania.',
  CHECK_NOT_AVAILABLE: 'Czegoś nie udało się sprawdzić automatycznie. Obejrzy to człowiek.',
  CHECK_NOT_REQUIRED: 'To sprawdzenie nie jest potrzebne.',
  FACE_MISMATCH: 'Twarz nie zgadza się ze zdjęciem na dokumencie.',
  FACE_NOT_COMPARABLE: 'Nie udało się porównać twarzy ze zdjęciem. Obejrzy to człowiek.',
  SANDBOX_RESULT: 'To jest test: o ten wynik poproszono.',
  SVC_SESSION_INVALID: 'Ten link nie jest już ważny. Proszę poprosić o nowy.',
  SVC_ORIGIN_NOT_ALLOWED: 'Tej witryny nie można użyć do tej weryfikacji.',
  SVC_RATE_LIMITED: 'Zbyt wiele żądań. Proszę chwilę poczekać.',
  SVC_UNAVAILABLE: 'Usługa jest zajęta. Proszę spróbować ponownie za chwilę.',
  SVC_PAYLOAD_TOO_LARGE: 'Obraz jest za duży. Proszę wybrać mniejszy.',
  SVC_UNSUPPORTED_MEDIA_TYPE:
    'Tego rodzaju pliku nie można użyć. Proszę wybrać JPEG, PNG lub WebP.',
  SVC_REQUEST_TIMEOUT: 'Połączenie jest za wolne. Proszę spróbować ponownie lub użyć innej sieci.',
  SVC_CHALLENGE_INVALID: 'Trwało to zbyt długo. Proszę spróbować ponownie.',
  SVC_HANDED_OFF: 'Przejęło to inne urządzenie. Proszę kontynuować tam.',
  SVC_HANDOFF_UNAVAILABLE: 'Kontynuacja na telefonie nie jest tu możliwa.',
  SVC_ATTEMPTS_EXHAUSTED: 'Nie ma już prób.',
  SVC_INTERNAL: 'Coś poszło nie tak w usłudze. Proszę spróbować ponownie.',
};
