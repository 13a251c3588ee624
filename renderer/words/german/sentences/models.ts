import type { SentencePairs } from './sentence.ts';

/** Of nodes that ask a model. */
export const MODEL_SENTENCES: SentencePairs = [
  [
    'Prompt is empty. Say what the picture should show.',
    'Der Prompt ist leer. Angeben, was das Bild zeigen soll.',
  ],
  ['Waiting for {0}', 'Wartet auf {0}'],
  [
    '{0} answered without a picture. Check that the model makes images.',
    '{0} hat ohne Bild geantwortet. Prüfen, ob das Modell Bilder erstellt.',
  ],
  [
    '{0} sent a picture that cannot be read: it is no PNG, JPEG or WebP, or too large.',
    '{0} hat ein Bild gesendet, das nicht lesbar ist: weder PNG noch JPEG oder WebP, oder zu groß.',
  ],
  [
    '{0} answered something that is not JSON. Check that its base URL is that of an OpenAI-compatible API.',
    '{0} hat etwas geantwortet, das kein JSON ist. Prüfen, ob die Adresse die einer OpenAI-kompatiblen API ist.',
  ],
  [
    '{0} sent a picture that is not written in Base64. Choose another model.',
    '{0} hat ein Bild gesendet, das nicht in Base64 geschrieben ist. Ein anderes Modell wählen.',
  ],
  [
    '{0} named a file at an address that is not safe to open.',
    '{0} nannte eine Datei unter einer Adresse, die sich nicht sicher öffnen lässt.',
  ],
  [
    '{0} sends requests for its picture from one address to the next.',
    '{0} leitet Anfragen nach dem Bild von einer Adresse zur nächsten.',
  ],
  [
    '{0} does not give it out ({1}), as when an address has expired',
    '{0} gibt es nicht heraus ({1}), wie bei einer abgelaufenen Adresse',
  ],
  ['{0} answers {1}', '{0} antwortet {1}'],
  [
    '{0} made the picture, but it could not be fetched: {1}.',
    '{0} hat das Bild erstellt, aber es ließ sich nicht holen: {1}.',
  ],
  [
    'This node needs a model. Connect one under Models.',
    'Dieser Knoten braucht ein Modell. Unter Modelle eines verbinden.',
  ],
  [
    '{0} points to another address, and a key is not sent on. Enter the final address under Models.',
    '{0} verweist auf eine andere Adresse, und ein Schlüssel wird nicht weitergereicht. Die endgültige Adresse unter Modelle eingeben.',
  ],
  [
    '{0} declined to answer this. Change the prompt.{1}',
    '{0} hat die Antwort abgelehnt. Den Prompt ändern.{1}',
  ],
  [
    '{0} refused the key. Enter it again under Models.{1}',
    '{0} hat den Schlüssel abgelehnt. Ihn unter Modelle neu eingeben.{1}',
  ],
  [
    '{0} does not know the model {1}, or has it no longer. Choose another Model, and check the address under Models.{2}',
    '{0} kennt das Modell {1} nicht oder hat es nicht mehr. Ein anderes Modell wählen und die Adresse unter Modelle prüfen.{2}',
  ],
  [
    'The account of this key at {0} has nothing left to spend. Add credits there, or use another key.{1}',
    'Das Konto dieses Schlüssels bei {0} hat kein Guthaben mehr. Dort aufladen oder einen anderen Schlüssel verwenden.{1}',
  ],
  [
    '{0} takes no more requests for now{1}. Run again later.{2}',
    '{0} nimmt gerade keine Anfragen mehr an{1}. Später noch einmal ausführen.{2}',
  ],
  ['{0} failed ({1}). Run again later.{2}', '{0} ist fehlgeschlagen ({1}). Später noch einmal ausführen.{2}'],
  ['{0} refused the request ({1}).{2}', '{0} hat die Anfrage abgelehnt ({1}).{2}'],
  [
    '{0} sent its answer too slowly, so the rest was not waited for. Try again later, or ask for less.',
    '{0} hat die Antwort zu langsam gesendet, der Rest wurde nicht abgewartet. Später erneut versuchen oder weniger verlangen.',
  ],
  [
    '{0} did not answer in time. Try again, or ask for less.',
    '{0} hat nicht rechtzeitig geantwortet. Erneut versuchen oder weniger verlangen.',
  ],
  ['{0} sent more than {1} MB. Ask for less.', '{0} hat mehr als {1}\u00A0MB gesendet. Weniger verlangen.'],
  [
    'The certificate of {0} is not trusted, or it does not speak https. No key was sent: check the address of {1}.',
    'Dem Zertifikat von {0} wird nicht vertraut, oder es spricht kein https. Kein Schlüssel wurde gesendet: die Adresse von {1} prüfen.',
  ],
  [
    'There is no server called {0}. Check the address of {1} and your network.',
    'Es gibt keinen Server namens {0}. Die Adresse von {1} und das Netz prüfen.',
  ],
  [
    '{0} cannot be reached at {1}, or broke off in the middle. Check that it runs, and try again.',
    '{0} ist unter {1} nicht erreichbar oder brach mittendrin ab. Prüfen, ob es läuft, und erneut versuchen.',
  ],
  [
    'Prompt is empty. Write what the model should do.',
    'Der Prompt ist leer. Schreiben, was das Modell tun soll.',
  ],
  [
    '{0} wrote more than a million characters. Set Longest answer.',
    '{0} hat mehr als eine Million Zeichen geschrieben. „Längste Antwort“ setzen.',
  ],
  [
    'The answer of {0} broke off in the middle. Ask again.',
    'Die Antwort von {0} brach mittendrin ab. Noch einmal fragen.',
  ],
  [
    'An answer costs about {0}, which is more than is left of the limit. Raise it, or begin a new conversation.',
    'Eine Antwort kostet etwa {0}, mehr als von der Grenze übrig ist. Die Grenze anheben, oder ein neues Gespräch beginnen.',
  ],
  [
    'The answer of {0} could not be got. Ask again, or look at the service under Models.',
    'Die Antwort von {0} war nicht zu bekommen. Noch einmal fragen, oder den Dienst unter Modelle ansehen.',
  ],
  [
    '{0} answered at a length that nobody reads. Ask for less.',
    '{0} hat in einer Länge geantwortet, die niemand liest. Nach weniger fragen.',
  ],
  [
    '{0} declined to answer this by its rules. Ask otherwise.',
    '{0} hat nach seinen Regeln abgelehnt, dies zu beantworten. Anders fragen.',
  ],
  [
    '{0} of {1} answered nothing. Ask otherwise, or choose another model.',
    '{0} von {1} hat nichts geantwortet. Anders fragen, oder ein anderes Modell wählen.',
  ],
  [
    'The answer of {0} broke off in the middle. Run again.',
    'Die Antwort von {0} brach mittendrin ab. Noch einmal ausführen.',
  ],
  [
    '{0} answered without any text. Change the prompt, or raise Longest answer.',
    '{0} hat ohne Text geantwortet. Den Prompt ändern oder „Längste Antwort“ erhöhen.',
  ],
  [
    '{0} failed while it answered. Run again.{1}',
    '{0} ist beim Antworten fehlgeschlagen. Noch einmal ausführen.{1}',
  ],
  [
    '{0} answered something else than a chat completion. Check its base URL.',
    '{0} hat etwas anderes als eine Antwort eines Chats gesendet. Die Adresse prüfen.',
  ],
  ['Change is empty. Say what should be different.', '„Änderung“ ist leer. Angeben, was anders sein soll.'],
  [
    'Prompt and First frame are empty. Say what the video should show.',
    'Prompt und „Erstes Bild“ sind leer. Angeben, was das Video zeigen soll.',
  ],
  ['Text is empty. Write what should be said.', 'Der Text ist leer. Schreiben, was gesagt werden soll.'],
  [
    'Language is a code such as en or de. Leave it empty to let the model find out.',
    'Die Sprache ist ein Kürzel wie en oder de. Leer lassen, damit das Modell sie herausfindet.',
  ],
  [
    '{0} takes no last frame. Take it away, or choose another Provider of this node.',
    '{0} nimmt kein letztes Bild. Es entfernen oder einen anderen Anbieter dieses Knotens wählen.',
  ],
  [
    'A last frame needs a first one. Plug one into First frame.',
    'Ein letztes Bild braucht ein erstes. Eines an „Erstes Bild“ anschließen.',
  ],
  [
    '{0} sent something that is no MP4, QuickTime or WebM video. Run again, or choose another model.',
    '{0} hat etwas gesendet, das kein Video in MP4, QuickTime oder WebM ist. Noch einmal ausführen oder ein anderes Modell wählen.',
  ],
  [
    '{0} sent something that is no MP3, WAV, Ogg, FLAC or AAC sound. Run again, or choose another model.',
    '{0} hat etwas gesendet, das kein Ton in MP3, WAV, Ogg, FLAC oder AAC ist. Noch einmal ausführen oder ein anderes Modell wählen.',
  ],
  [
    '{0} wrote more than fits into captions. Transcribe a shorter sound.',
    '{0} hat mehr geschrieben, als in Untertitel passt. Einen kürzeren Ton niederschreiben.',
  ],
  [
    '{0} wrote something else than data. Run again, or choose another model.',
    '{0} hat etwas anderes als Daten geschrieben. Noch einmal ausführen oder ein anderes Modell wählen.',
  ],
  [
    '{0} did not fill in all fields: {1}. Run again, say more in Prompt, or choose another model.',
    '{0} hat nicht alle Felder ausgefüllt: {1}. Noch einmal ausführen, im Prompt mehr sagen oder ein anderes Modell wählen.',
  ],
  ['{0} is no record', '{0} ist kein Datensatz'],
  ['{0} is missing in {1}', '{0} fehlt in {1}'],
  ['{0} in {1} is not what was asked for', '{0} in {1} ist nicht, was verlangt war'],
  ['the answer has no list of items', 'die Antwort hat keine Liste von Einträgen'],
  ['the answer', 'der Antwort'],
  [
    'Fields is empty. Write one in each line, such as title: text, or price: number.',
    '„Felder“ ist leer. In jede Zeile eines schreiben, etwa title: text oder price: number.',
  ],
  ['There are {0} fields; at most {1} fit.', 'Es sind {0} Felder; höchstens {1} passen.'],
  [
    'There are two fields called {0}. Give one another name.',
    'Zwei Felder heißen {0}. Einem einen anderen Namen geben.',
  ],
  [
    'Line {0} of Fields does not begin with a name. Write it as title: text, with letters, digits and spaces.',
    'Zeile {0} von „Felder“ beginnt nicht mit einem Namen. Sie als title: text schreiben, mit Buchstaben, Ziffern und Leerzeichen.',
  ],
  [
    'Line {0} of Fields: {1} is no type. Use text, number, whole number, yes or no, one of a, b, c, or list of text.',
    'Zeile {0} von „Felder“: {1} ist kein Typ. Möglich sind text, number, whole number, yes or no, one of a, b, c und list of text.',
  ],
  [
    '{0} could not do what was asked. Change the prompt.{1}',
    '{0} konnte nicht tun, was verlangt war. Den Prompt ändern.{1}',
  ],
  ['{0} is still at work on it.', '{0} arbeitet noch daran.'],
  [
    '{0} told no times, so that captions are spread evenly. Choose a model that tells them, such as whisper-1.',
    '{0} hat keine Zeiten genannt, daher sind die Untertitel gleichmäßig verteilt. Ein Modell wählen, das sie nennt, etwa whisper-1.',
  ],
  [
    '{0} gave a picture that is no larger than the one it got.',
    '{0} hat ein Bild geliefert, das nicht größer ist als das gesendete.',
  ],
];
