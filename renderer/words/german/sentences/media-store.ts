import type { SentencePairs } from './sentence.ts';

/** Of a service whose media lie in a bucket. */
export const MEDIA_STORE_SENTENCES: SentencePairs = [
  [
    'Other services use this database with media that lie elsewhere. Start this one with the same --data folder as theirs, or with the bucket that they name with --media.',
    'Andere Dienste nutzen diese Datenbank mit Medien, die woanders liegen. Diesen mit demselben Ordner für --data starten wie sie, oder mit dem Bucket, den sie mit --media nennen.',
  ],
  [
    'There are no keys for the bucket “{0}” at {1}. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_SHARED_CREDENTIALS_FILE with the file that has them.',
    'Für den Bucket „{0}“ bei {1} gibt es keine Schlüssel. AWS_ACCESS_KEY_ID und AWS_SECRET_ACCESS_KEY setzen, oder AWS_SHARED_CREDENTIALS_FILE mit der Datei, die sie enthält.',
  ],
  [
    'The bucket “{0}” is in another region than {1}. Say its region in --media, as ?region=REGION.',
    'Der Bucket „{0}“ liegt in einer anderen Region als {1}. Seine Region in --media angeben, als ?region=REGION.',
  ],
  [
    'The store has given no usable answer: the bucket “{0}” at {1}. Check its address in --media.',
    'Der Speicher hat nichts Brauchbares geantwortet: der Bucket „{0}“ bei {1}. Seine Adresse in --media prüfen.',
  ],
  [
    'The store took a file and does not have all of its bytes. Try again.',
    'Der Speicher hat eine Datei angenommen und hat nicht alle ihre Bytes. Erneut versuchen.',
  ],
  [
    'There is no bucket “{0}” at {1}. Make it there, or correct its name in --media.',
    'Bei {1} gibt es keinen Bucket „{0}“. Dort anlegen oder den Namen in --media berichtigen.',
  ],
  [
    'The keys are refused by the bucket “{0}” at {1}. Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, the clock of this computer, and that these keys may list, read, write and delete there.',
    'Der Bucket „{0}“ bei {1} lehnt die Schlüssel ab. AWS_ACCESS_KEY_ID und AWS_SECRET_ACCESS_KEY und die Uhr dieses Computers prüfen, und ob diese Schlüssel dort auflisten, lesen, schreiben und löschen dürfen.',
  ],
  [
    'The store is busy: the bucket “{0}” at {1} has refused several times. Try again in a minute.',
    'Der Speicher ist ausgelastet: Der Bucket „{0}“ bei {1} hat mehrmals abgelehnt. In einer Minute erneut versuchen.',
  ],
  [
    'The store fails: the bucket “{0}” at {1} has answered {2} several times. Look there, then try again.',
    'Der Speicher ist gestört: Der Bucket „{0}“ bei {1} hat mehrmals mit {2} geantwortet. Dort nachsehen, dann erneut versuchen.',
  ],
  [
    'The store cannot be reached: the bucket “{0}” at {1} does not answer. Check the address and the network, then try again.',
    'Der Speicher ist nicht erreichbar: Der Bucket „{0}“ bei {1} antwortet nicht. Adresse und Netz prüfen, dann erneut versuchen.',
  ],
  [
    'A file came from the store with other bytes than it was put there with. Put it back from a backup of the bucket.',
    'Eine Datei kam mit anderen Bytes aus dem Speicher, als sie abgelegt wurde. Aus einer Sicherung des Buckets zurückholen.',
  ],
];
