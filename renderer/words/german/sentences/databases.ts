import type { SentencePairs } from './sentence.ts';

/** Of a service whose database is away. */
export const DATABASE_SENTENCES: SentencePairs = [
  [
    'The database cannot be reached. Try again in a moment.',
    'Die Datenbank ist nicht erreichbar. In einem Moment erneut versuchen.',
  ],
  [
    'The service cannot use its database at present; its log says why. Try again later.',
    'Der Dienst kann seine Datenbank zurzeit nicht verwenden; den Grund nennt sein Protokoll. Später erneut versuchen.',
  ],
  [
    'The database took too long, so the work was ended. Try again in a moment.',
    'Die Datenbank brauchte zu lange, daher wurde die Arbeit beendet. In einem Moment erneut versuchen.',
  ],
  [
    'The disk of the database is full. Free some space there, then try again.',
    'Der Datenträger der Datenbank ist voll. Dort Platz schaffen, dann erneut versuchen.',
  ],
  [
    'The database has no memory left. Try again in a moment.',
    'Die Datenbank hat keinen Arbeitsspeicher mehr. In einem Moment erneut versuchen.',
  ],
  [
    'The database takes no more connections at present. Try again in a moment.',
    'Die Datenbank nimmt zurzeit keine weiteren Verbindungen an. In einem Moment erneut versuchen.',
  ],
  [
    'The database can only be read at present, as a standby or one that is being moved is. Try again once it takes changes.',
    'Die Datenbank lässt sich zurzeit nur lesen, wie ein Ersatzserver oder eine, die umzieht. Erneut versuchen, sobald sie Änderungen annimmt.',
  ],
  ['Other work came between. Try again.', 'Andere Arbeit kam dazwischen. Erneut versuchen.'],
  [
    'The connection to the database ended before it said whether the change is kept. Look whether it is there, or send the request again with the same Idempotency-Key.',
    'Die Verbindung zur Datenbank endete, bevor sie sagte, ob die Änderung bewahrt ist. Nachsehen, ob sie da ist, oder die Anfrage mit demselben Idempotency-Key erneut senden.',
  ],
];
