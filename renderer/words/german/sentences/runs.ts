import type { SentencePairs } from './sentence.ts';

/** Of runs of the local service. */
export const RUN_SENTENCES: SentencePairs = [
  [
    'The file {0} is no longer stored. Choose another file.',
    'Die Datei {0} ist nicht mehr gespeichert. Eine andere auswählen.',
  ],
  [
    'Plug the Loop of a Loop start into this Loop end.',
    'Die Schleife eines Schleifenanfangs in dieses Schleifenende einstecken.',
  ],
  [
    'Loop end has something else than a Loop start in its input Loop.',
    'Im Eingang „Schleife“ des Schleifenendes steckt etwas anderes als ein Schleifenanfang.',
  ],
  [
    'A loop lies in another one, or shares nodes with it, which cannot be run. Put one loop after the other.',
    'Eine Schleife liegt in einer anderen oder hat Knoten mit ihr gemeinsam, was sich nicht ausführen lässt. Eine Schleife nach der anderen setzen.',
  ],
  [
    'A Loop start has no Loop end. Add one, and plug the Loop of the start into it.',
    'Ein Schleifenanfang hat kein Schleifenende. Eines hinzufügen und die Schleife des Anfangs darin einstecken.',
  ],
  [
    'The turns of this loop make more than {0} items of a node. Set fewer turns, or take a part of the list with Slice.',
    'Die Runden dieser Schleife ergeben mehr als {0} Einträge eines Knotens. Weniger Runden setzen oder mit „Ausschnitt“ einen Teil der Liste nehmen.',
  ],
  ['Not run: {0} takes another branch.', 'Nicht ausgeführt: {0} nimmt einen anderen Zweig.'],
  [
    'No branch is called “{0}”. Pick A to F, 1 to 6, yes or no, or give branches names under Names.',
    'Kein Zweig heißt „{0}“. A bis F, 1 bis 6, ja oder nein (yes, no) wählen, oder den Zweigen unter „Namen“ Namen geben.',
  ],
  [
    'No branch is called “{0}”. Pick A to F, 1 to 6, yes or no, or one of {1}.',
    'Kein Zweig heißt „{0}“. A bis F, 1 bis 6, ja oder nein (yes, no) wählen, oder einen von {1}.',
  ],
  [
    'Nothing takes this item, so it was not made.',
    'Nichts nimmt diesen Eintrag, daher wurde er nicht erstellt.',
  ],
  ['The graph cannot be run: {0}', 'Der Graph lässt sich nicht ausführen: {0}'],
  [
    'These lists make {0} items, and a node runs for at most {1}. Take a part of them with Slice.',
    'Diese Listen ergeben {0} Einträge, ein Knoten läuft für höchstens {1}. Mit „Ausschnitt“ einen Teil nehmen.',
  ],
  [
    '{0} has {1} and {2} {3}. Give both as many, or choose under Lists of this node what becomes of the rest.',
    '{0} hat {1} und {2} {3}. Beiden gleich viele geben, oder unter „Listen“ dieses Knotens wählen, was mit dem Rest geschieht.',
  ],
  [
    '{0} is an empty list, so it has no last item to go on with. Give it an item, or choose “shortest” under Lists.',
    '{0} ist eine leere Liste und hat keinen letzten Eintrag, mit dem es weiterginge. Ihr einen Eintrag geben, oder unter „Listen“ „bis zur kürzeren“ wählen.',
  ],
  [
    'A worker stopped answering. Another one tries again (attempt {0}).',
    'Ein Worker antwortet nicht mehr. Ein anderer versucht es noch einmal (Versuch {0}).',
  ],
  [
    '{0} Another worker tries again (attempt {1}).',
    '{0} Ein anderer Worker versucht es noch einmal (Versuch {1}).',
  ],
  [
    'All workers are busy. It begins as soon as one has room.',
    'Alle Worker sind beschäftigt. Es beginnt, sobald einer Platz hat.',
  ],
  [
    'No worker that makes films is there. It begins when one starts.',
    'Es gibt keinen Worker, der Filme macht. Es beginnt, wenn einer startet.',
  ],
  [
    'No worker for pictures is there. It begins when one starts.',
    'Es gibt keinen Worker für Bilder. Es beginnt, wenn einer startet.',
  ],
  [
    'The workers that are there have another Patchbay or another ffmpeg than this service.',
    'Die Worker, die es gibt, haben ein anderes Patchbay oder ein anderes ffmpeg als dieser Dienst.',
  ],
  [
    'The workers that are there have another version of Patchbay than this service.',
    'Die Worker, die es gibt, haben eine andere Version von Patchbay als dieser Dienst.',
  ],
  [
    'The workers that are there are about to end. It begins when another one starts.',
    'Die Worker, die es gibt, beenden sich gerade. Es beginnt, wenn ein anderer startet.',
  ],
  ['The worker {0} was stopped.', 'Der Worker {0} wurde angehalten.'],
  [
    '{0} workers stopped answering while they worked on {1}, so it is not tried again. Check its inputs, then run again.',
    '{0} Worker antworteten nicht mehr, während sie an {1} arbeiteten, daher wird es nicht noch einmal versucht. Eingaben prüfen und noch einmal ausführen.',
  ],
  [
    'What the worker answered cannot be read. Run again.',
    'Die Antwort des Workers ist nicht lesbar. Noch einmal ausführen.',
  ],
  ['The service was restarted; the run goes on.', 'Der Dienst wurde neu gestartet; der Lauf geht weiter.'],
  ['{0} takes whole numbers: {1} was rounded to {2}.', '{0} nimmt ganze Zahlen: {1} wurde auf {2} gerundet.'],
  [
    '{0} may have charged for it, so it is not asked again by itself.',
    '{0} kann es berechnet haben, daher wird nicht von selbst noch einmal gefragt.',
  ],
  [
    '{0} may have charged {1} for it, so it is not asked again by itself.',
    '{0} kann {1} dafür berechnet haben, daher wird nicht von selbst noch einmal gefragt.',
  ],
  [
    '{0} It is paid{1} and its address is kept: run again to fetch it, which costs nothing. Such addresses often expire within an hour.',
    '{0} Es ist bezahlt{1}, und die Adresse ist aufbewahrt: noch einmal ausführen, um es zu holen, das kostet nichts. Solche Adressen laufen oft in einer Stunde ab.',
  ],
  [
    '{0} It was paid{1} and is lost: ask {2} for it by that address, or run again, which asks and pays anew.',
    '{0} Es war bezahlt{1} und ist verloren: {2} mit dieser Adresse danach fragen oder noch einmal ausführen, was neu fragt und neu kostet.',
  ],
  [
    '{0} answered {1}, and the answer is lost. It is not asked again by itself: ask again if you want to pay once more.',
    '{0} hat geantwortet ({1}), und die Antwort ist verloren. Es wird nicht von selbst noch einmal gefragt: Wer noch einmal zahlen will, fragt erneut.',
  ],
  [
    'The service ended while {0} worked on {1}, so its answer is lost. {2}',
    'Der Dienst endete, während {0} an {1} arbeitete, daher ist die Antwort verloren. {2}',
  ],
  [
    '{0} was asked for the same as {1} before, and its answer is lost. {2}',
    '{0} wurde schon einmal dasselbe gefragt wie für {1}, und die Antwort ist verloren. {2}',
  ],
  [
    'The database of this service is a backup that was made while this run was under way, so it is not known whether {0} was asked for {1} since. {2}',
    'Die Datenbank dieses Dienstes ist eine Sicherung, die während dieses Laufs entstand, daher ist nicht bekannt, ob {0} seitdem nach {1} gefragt wurde. {2}',
  ],
  [
    'This service has no node type {0}. Remove the node or use a service that knows it.',
    'Dieser Dienst hat keinen Knotentyp {0}. Den Knoten entfernen oder einen Dienst verwenden, der ihn kennt.',
  ],
  ['{0} could not do its work: {1}', '{0} konnte nicht arbeiten: {1}'],
  [
    'The model was not asked, because that could not be written to the disk first. Check the disk, then run again.',
    'Das Modell wurde nicht gefragt, weil sich das nicht vorher auf den Datenträger schreiben ließ. Den Datenträger prüfen, dann noch einmal ausführen.',
  ],
  [
    'The result looks like a file that this run does not hold. Rename its keys kind and blob.',
    'Das Ergebnis sieht aus wie eine Datei, die dieser Lauf nicht hat. Die Schlüssel kind und blob umbenennen.',
  ],
  [
    '{0} is {1}; this node reads files of up to {2}. Use a smaller file.',
    '{0} hat {1}; dieser Knoten liest Dateien bis {2}. Eine kleinere Datei verwenden.',
  ],
  [
    '{0} is executed by Run only: live previews are made of what is free and fast.',
    '{0} läuft nur beim Ausführen: Live-Vorschauen entstehen aus Kostenlosem und Schnellem.',
  ],
  [
    'The service ended {0} times while {1} worked, so it is not tried again. Check its inputs and start a new run.',
    'Der Dienst endete {0}-mal, während {1} arbeitete, daher wird es nicht noch einmal versucht. Die Eingänge prüfen und einen neuen Lauf starten.',
  ],
  [
    '{0} costs {1} microcredits, and the balance does not cover it. Add credits and run again.',
    '{0} kostet {1} Mikrocredits, und das Guthaben reicht nicht. Credits hinzufügen und noch einmal ausführen.',
  ],
  [
    'The key of {0} cannot be read. Enter it again under Models.',
    'Der Schlüssel von {0} ist nicht lesbar. Ihn unter Modelle neu eingeben.',
  ],
  [
    'The service could not carry on with this run. Run it again; its log says more if this stays.',
    'Der Dienst konnte diesen Lauf nicht fortsetzen. Noch einmal ausführen; bleibt es so, steht mehr im Protokoll.',
  ],
  ['There are too many results.', 'Es sind zu viele Ergebnisse.'],
  ['{0} could not do its work. Run again.', '{0} konnte nicht arbeiten. Noch einmal ausführen.'],
  ['Check its inputs and run again.', 'Die Eingänge prüfen und noch einmal ausführen.'],
  [
    'Save the {0} again in another format, or choose another one, and run again.',
    'In einem anderen Format speichern ({0}) oder etwas anderes auswählen, dann noch einmal ausführen.',
  ],
  ['{0} stopped unexpectedly while it worked. {1}', '{0} hat unerwartet angehalten. {1}'],
  [
    'This {0} could not be read: the decoder crashed. {1}',
    'Das war nicht lesbar ({0}): Der Decoder ist abgestürzt. {1}',
  ],
  [
    '{0} ended its process twice with these inputs and is not tried again. {1}',
    '{0} hat mit diesen Eingaben zweimal seinen Prozess beendet und wird nicht noch einmal versucht. {1}',
  ],
  [
    'The process for {0} ended before it could begin, three times. Run again in a minute; restart Patchbay if it happens again.',
    'Der Prozess für {0} endete dreimal, bevor er beginnen konnte. In einer Minute noch einmal ausführen; geschieht es wieder, Patchbay neu starten.',
  ],
  [
    '{0} ran out of memory. Give it smaller inputs and run again.',
    '{0} hatte nicht genug Arbeitsspeicher. Kleinere Eingaben geben und noch einmal ausführen.',
  ],
  ['{0} could not be read: it takes too long. {1}', '{0} war nicht lesbar: Es dauert zu lange. {1}'],
  [
    '{0} took longer than {1} {2} and was stopped. Give it less to do and run again.',
    '{0} hat länger als {1} {2} gebraucht und wurde angehalten. Weniger verlangen und noch einmal ausführen.',
  ],
  [
    '{0} stopped unexpectedly while it worked. Check its inputs and run again.',
    '{0} hat unerwartet angehalten. Die Eingänge prüfen und noch einmal ausführen.',
  ],
  [
    '{0} sent your key inside a file, so it was not stored. Change the key there, and ask its support.',
    '{0} hat den Schlüssel in einer Datei gesendet, daher wurde sie nicht gespeichert. Den Schlüssel dort ändern und den Support fragen.',
  ],
  ['The provider', 'Der Anbieter'],
  ['{0} of {1} items failed. {2}: {3}', '{0} von {1} Elementen fehlgeschlagen. {2}: {3}'],
  ['Image {0} of {1}', 'Bild {0} von {1}'],
];
