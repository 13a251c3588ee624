import type { SentencePairs } from './sentence.ts';

/** Of the local service. */
export const SERVICE_SENTENCES: SentencePairs = [
  ['The uploaded file has been deleted since.', 'Die hochgeladene Datei wurde inzwischen gelöscht.'],
  ['An empty file cannot be uploaded.', 'Eine leere Datei lässt sich nicht hochladen.'],
  [
    'The library has no file "{0}", so only its name was written.',
    'In der Bibliothek ist keine Datei „{0}“, daher wurde nur ihr Name geschrieben.',
  ],
  [
    'What was sent was declined. Change it and call again.',
    'Das Gesendete wurde abgelehnt. Ändern und noch einmal aufrufen.',
  ],
  [
    'A value cannot be used: check {0}, and call again.',
    'Ein Wert ist nicht verwendbar: {0} prüfen und noch einmal aufrufen.',
  ],
  [
    'The run failed. Call again later, or ask the owner of this endpoint.',
    'Der Lauf ist fehlgeschlagen. Später noch einmal aufrufen oder den Besitzer dieses Endpunkts fragen.',
  ],
  [
    'This endpoint cannot run at the moment. Call again later, or ask its owner.',
    'Dieser Endpunkt kann gerade nicht laufen. Später noch einmal aufrufen oder seinen Besitzer fragen.',
  ],
  [
    'The input {0} is gone: calls that send it are refused.',
    'Der Eingang {0} ist weg: Aufrufe, die ihn senden, werden abgelehnt.',
  ],
  ['The input {0} takes {1} instead of {2}.', 'Der Eingang {0} nimmt {1} statt {2}.'],
  ['The input {0} has to be sent now.', 'Der Eingang {0} muss jetzt gesendet werden.'],
  ['The input {0} may be left out now.', 'Der Eingang {0} darf jetzt fehlen.'],
  ['There is a new input {0}, which has to be sent.', 'Neu ist der Eingang {0}, der gesendet werden muss.'],
  ['There is a new input {0}, which may be left out.', 'Neu ist der Eingang {0}, der fehlen darf.'],
  ['The output {0} is gone.', 'Der Ausgang {0} ist weg.'],
  ['The output {0} is {1} instead of {2}.', 'Der Ausgang {0} ist {1} statt {2}.'],
  ['There is a new output {0}.', 'Neu ist der Ausgang {0}.'],
  ['The project has no nodes. Add some first.', 'Das Projekt hat keine Knoten. Zuerst einige hinzufügen.'],
  [
    'The project has no output. Add an output node first.',
    'Das Projekt hat keine Ausgabe. Zuerst einen Ausgabeknoten hinzufügen.',
  ],
  ['{0} is too long. Use at most {1} characters.', '{0}: zu lang. Höchstens {1} Zeichen.'],
  ['Give each {0} a name.', 'Alle brauchen einen Namen ({0}).'],
  [
    'The name of an {0} is too long. Use at most {1} characters.',
    'Der Name ({0}) ist zu lang. Höchstens {1} Zeichen.',
  ],
  [
    '"{0}" cannot be used as a name. Choose another one.',
    '„{0}“ lässt sich nicht als Name verwenden. Einen anderen wählen.',
  ],
  [
    'Two {0}s are called {1}. Give one of them another name.',
    'Zwei heißen {1} ({0}). Einem davon einen anderen Namen geben.',
  ],
  [
    'The value given for {0} is of another kind. Enter it again.',
    'Der Wert für {0} ist von anderer Art. Neu eingeben.',
  ],
  [
    'What {0} fed is no longer in the project. Take it out, or choose another input.',
    'Was {0} versorgt hat, ist nicht mehr im Projekt. Herausnehmen oder einen anderen Eingang wählen.',
  ],
  [
    'Something is plugged into {0} by now. Take it out, or unplug it in the project.',
    'In {0} steckt inzwischen ein Kabel. Herausnehmen oder im Projekt abziehen.',
  ],
  ['{0} is chosen twice. Take one of them out.', '{0} ist zweimal gewählt. Eines herausnehmen.'],
  ['Choose at least one output.', 'Mindestens eine Ausgabe auswählen.'],
  [
    'What gave {0} is no longer an output of the project. Take it out, or choose another one.',
    'Was {0} lieferte, ist keine Ausgabe des Projekts mehr. Herausnehmen oder eine andere wählen.',
  ],
  ['The project no longer exists.', 'Das Projekt gibt es nicht mehr.'],
  ['The name', 'Der Name'],
  ['Give the template a name.', 'Der Vorlage einen Namen geben.'],
  ['The description', 'Die Beschreibung'],
  ['The category', 'Die Kategorie'],
  [
    'The picture no longer exists. Choose another one.',
    'Das Bild gibt es nicht mehr. Ein anderes auswählen.',
  ],
  ['There is no such template.', 'Diese Vorlage gibt es nicht.'],
  ['{0} is missing. This template needs it.', '{0} fehlt. Diese Vorlage braucht es.'],
  [
    'Perhaps charged for {0}: the run was stopped while the model worked',
    'Vielleicht berechnet für {0}: Der Lauf wurde angehalten, während das Modell arbeitete',
  ],
  ['Perhaps charged for {0}: its answer is lost', 'Vielleicht berechnet für {0}: Die Antwort ist verloren'],
  [
    'This run belongs to no saved project, so there is nothing to apply to.',
    'Dieser Lauf gehört zu keinem gespeicherten Projekt, daher gibt es nichts zu übernehmen.',
  ],
  [
    'Only a run that succeeded can be applied; this one is {0}.',
    'Nur ein gelungener Lauf lässt sich übernehmen; dieser ist „{0}“.',
  ],
  ['The run has no output called {0}.', 'Der Lauf hat keine Ausgabe namens {0}.'],
  ['Choose at least one output to apply.', 'Mindestens eine Ausgabe zum Übernehmen auswählen.'],
  [
    'The project has changed since this run: it ran version {0}, and the project is at {1}. Run it again.',
    'Das Projekt hat sich seit diesem Lauf geändert: Gelaufen ist Version {0}, das Projekt ist bei {1}. Noch einmal ausführen.',
  ],
  [
    'The file of the output {0} is no longer stored. Run again.',
    'Die Datei der Ausgabe {0} ist nicht mehr gespeichert. Noch einmal ausführen.',
  ],
  [
    'Too many runs are waiting. Try again in a moment.',
    'Zu viele Läufe warten. In einem Moment erneut versuchen.',
  ],
  ['The graph has no node {0} to run to.', 'Der Graph hat keinen Knoten {0}, bis zu dem er laufen könnte.'],
  [
    'The graph has no nodes. Add some and run again.',
    'Der Graph hat keine Knoten. Einige hinzufügen und noch einmal ausführen.',
  ],
  ['{0} has no output {1}.', '{0} hat keinen Ausgang {1}.'],
  ['This service has no node type {0} (node {1}).', 'Dieser Dienst hat keinen Knotentyp {0} (Knoten {1}).'],
  ['{0} has no input {1}.', '{0} hat keinen Eingang {1}.'],
  ['There is no such run.', 'Diesen Lauf gibt es nicht.'],
  ['The file needs a name.', 'Die Datei braucht einen Namen.'],
  ['The file name holds control characters.', 'Der Dateiname enthält Steuerzeichen.'],
  ['The file name is longer than {0} characters.', 'Der Dateiname ist länger als {0} Zeichen.'],
  ['Write the address as https://example.com/v1.', 'Die Adresse als https://example.com/v1 schreiben.'],
  [
    'The address must begin with https://; http is for this computer only.',
    'Die Adresse muss mit https:// beginnen; http gilt nur für diesen Computer.',
  ],
  [
    'The address has room for a host and a path only. Take the name, password or key out of it.',
    'Die Adresse nimmt nur Servername und Pfad auf. Name, Passwort oder Schlüssel herausnehmen.',
  ],
  [
    '{0} took too long to answer. Try again, or check the address.',
    '{0} hat zu lange für die Antwort gebraucht. Erneut versuchen oder die Adresse prüfen.',
  ],
  [
    '{0} wants a key. Enter the one from your account there.',
    '{0} verlangt einen Schlüssel. Den aus dem Konto dort eingeben.',
  ],
  [
    '{0} does not accept this key. Copy it again from your account there.',
    '{0} nimmt diesen Schlüssel nicht an. Ihn noch einmal aus dem Konto dort kopieren.',
  ],
  [
    '{0} sends requests on to another address. Enter that one.',
    '{0} leitet Anfragen an eine andere Adresse weiter. Diese eingeben.',
  ],
  [
    '{0} took too long to answer. A server on this computer may be loading its model: try again.',
    '{0} hat zu lange für die Antwort gebraucht. Ein Server auf diesem Computer lädt vielleicht sein Modell: erneut versuchen.',
  ],
  [
    'Nothing answers at {0}. Check the address and the port, and that the server is running.',
    'Unter {0} antwortet nichts. Adresse und Port prüfen, und ob der Server läuft.',
  ],
  [
    '{0} answers, but not as an OpenAI-compatible service. Check the address: it often ends in /v1.',
    '{0} antwortet, aber nicht als OpenAI-kompatibler Dienst. Die Adresse prüfen: Sie endet oft auf /v1.',
  ],
  [
    '{0} answers otherwise than this service does. Check the address.',
    '{0} antwortet anders als dieser Dienst. Die Adresse prüfen.',
  ],
  [
    '{0} keeps no list and checks no key without a cost: the first picture shows whether the key is right. Type the name of the model.',
    '{0} führt keine Liste und prüft keinen Schlüssel, ohne dass es kostet: Das erste Bild zeigt, ob der Schlüssel stimmt. Den Namen des Modells eingeben.',
  ],
  [
    '{0} takes the key and offers {1}. Nothing was written for the test.',
    '{0} nimmt den Schlüssel an und bietet {1} an. Für den Test wurde nichts geschrieben.',
  ],
  [
    'The list of {0} is too long to be read. Type the name of the model instead.',
    'Die Liste von {0} ist zu lang zum Lesen. Stattdessen den Namen des Modells eingeben.',
  ],
  ['{0} sent no list of models.', '{0} hat keine Liste von Modellen gesendet.'],
  ['Type the name of the model instead.', 'Stattdessen den Namen des Modells eingeben.'],
  [
    '{0} answers, but names no models. Type the name of the model.',
    '{0} antwortet, nennt aber keine Modelle. Den Namen des Modells eingeben.',
  ],
  [
    '{0} names {1} models; the first {2} are listed. Any other can be typed.',
    '{0} nennt {1} Modelle; die ersten {2} sind aufgeführt. Jedes andere lässt sich eingeben.',
  ],
  ['{0} offers {1} {2}.', '{0} bietet {1} {2}.'],
  [
    'The address is {0}. Put it in, then test again.',
    'Die Adresse ist {0}. Sie eintragen, dann noch einmal testen.',
  ],
  [
    '{0} answers. Choose the {1} that it should use.',
    '{0} antwortet. Auswählen, was verwendet werden soll ({1}).',
  ],
  [
    '{0} answers, but does not offer {1}. Choose one of its {2} models.',
    '{0} antwortet, bietet aber {1} nicht an. Eines seiner {2} Modelle auswählen.',
  ],
  [
    '{0} answers{1}. No picture was made for the test.',
    '{0} antwortet{1}. Für den Test wurde kein Bild erstellt.',
  ],
  ['{0} answers{1}. Nothing was made for the test.', '{0} antwortet{1}. Für den Test wurde nichts gemacht.'],
  ['{0} on {1} answers.', '{0} auf {1} antwortet.'],
  ['{0} has no text model {1}. Choose another one.', '{0} hat kein Textmodell {1}. Ein anderes auswählen.'],
  ['Give it a name.', 'Einen Namen vergeben.'],
  ['The name is too long. Use at most {0} characters.', 'Der Name ist zu lang. Höchstens {0} Zeichen.'],
  [
    'Use letters, digits, spaces, points and dashes for the name.',
    'Für den Namen Buchstaben, Ziffern, Leerzeichen, Punkte und Striche verwenden.',
  ],
  [
    'The key has a space or a line break in it. Copy it again, without anything around it.',
    'Im Schlüssel ist ein Leerzeichen oder Zeilenumbruch. Noch einmal kopieren, ohne etwas darum herum.',
  ],
  [
    'A key has at most {0} characters. Copy the key alone.',
    'Ein Schlüssel hat höchstens {0} Zeichen. Nur den Schlüssel kopieren.',
  ],
  [
    'The key holds a character that keys do not have. Copy it again.',
    'Der Schlüssel enthält ein Zeichen, das Schlüssel nicht haben. Noch einmal kopieren.',
  ],
  ['There is no such model service any more.', 'Diesen Modelldienst gibt es nicht mehr.'],
  [
    'There is already one called {0}. Choose another name.',
    'Einen namens {0} gibt es schon. Einen anderen Namen wählen.',
  ],
  [
    'The address is another one: enter the key for it.',
    'Die Adresse ist eine andere: den Schlüssel dafür eingeben.',
  ],
  [
    'The stored key cannot be read any more. Enter it again.',
    'Der gespeicherte Schlüssel ist nicht mehr lesbar. Neu eingeben.',
  ],
  ['No {0} is connected. Connect one under Models.', 'Nicht verbunden: {0}. Unter Modelle eines verbinden.'],
  [
    'Several model services are connected. Choose the Provider of this node.',
    'Mehrere Modelldienste sind verbunden. Den Anbieter dieses Knotens auswählen.',
  ],
  [
    '{0} is not connected for a {1}. Choose another Provider of this node, or connect it under Models.',
    '{0} ist dafür nicht verbunden ({1}). Einen anderen Anbieter dieses Knotens auswählen oder unter Modelle verbinden.',
  ],
  [
    'No {0} is chosen for {1}. Choose one under Models.',
    'Für {1} ist nichts ausgewählt ({0}). Unter Modelle eines auswählen.',
  ],
  ['A name has at least one character.', 'Ein Name hat mindestens ein Zeichen.'],
  ['A name has at most {0} characters.', 'Ein Name hat höchstens {0} Zeichen.'],
  ['There is no such project.', 'Dieses Projekt gibt es nicht.'],
  [
    'The project is at version {0}, not {1}. Load it again and repeat the change.',
    'Das Projekt ist bei Version {0}, nicht {1}. Neu laden und die Änderung wiederholen.',
  ],
  [
    'With this, the {0} would be larger than {1} MiB. Split it up.',
    'Damit wäre es größer als {1}\u00A0MiB ({0}). Aufteilen.',
  ],
  [
    'The ZIP was refused: {0}. Pack it again and try once more.',
    'Das ZIP wurde abgelehnt: {0}. Neu packen und noch einmal versuchen.',
  ],
  [
    'The ZIP holds no .otio file. Choose the one that the timeline was exported to.',
    'Das ZIP enthält keine .otio-Datei. Die auswählen, in die die Zeitleiste exportiert wurde.',
  ],
  [
    'The ZIP holds several timelines; "{0}" was read.',
    'Das ZIP enthält mehrere Zeitleisten; gelesen wurde „{0}“.',
  ],
  [
    'The timeline is not UTF-8 text. Export it again from the program it came from.',
    'Die Zeitleiste ist kein UTF-8-Text. Noch einmal aus dem Programm exportieren, aus dem sie kam.',
  ],
  ['"{0}" is in the ZIP twice; the first was used.', '„{0}“ ist zweimal im ZIP; das erste wurde verwendet.'],
  ['The timeline does not use "{0}".', 'Die Zeitleiste verwendet „{0}“ nicht.'],
  [
    'The timeline holds more than can be read at once. Split it and import the parts.',
    'Die Zeitleiste enthält mehr, als sich auf einmal lesen lässt. Aufteilen und die Teile importieren.',
  ],
  ['"{0}" in the ZIP is damaged. Pack it again.', '„{0}“ im ZIP ist beschädigt. Neu packen.'],
  [
    'The file describes a timeline that cannot be kept. In {0}: {1}',
    'Die Datei beschreibt eine Zeitleiste, die sich nicht aufbewahren lässt. In {0}: {1}',
  ],
  ['clip {0} “{1}” of track {2}', 'Clip {0} „{1}“ der Spur {2}'],
  ['clip {0} of track {1}', 'Clip {0} der Spur {1}'],
  ['track {0}', 'Spur {0}'],
  ['marker {0} “{1}”', 'Marker {0} „{1}“'],
  ['the timeline', 'der Zeitleiste'],
  [
    '"{0}" was not in the upload; the file "{1}" of the library was taken.',
    '„{0}“ war nicht im Upload; genommen wurde die Datei „{1}“ der Bibliothek.',
  ],
  ['This service has no such node type.', 'Dieser Dienst hat diesen Knotentyp nicht.'],
  ['The request was cut off.', 'Die Anfrage wurde abgeschnitten.'],
  [
    'The disk of the service is full. Free some space and try again.',
    'Der Datenträger des Dienstes ist voll. Platz schaffen und erneut versuchen.',
  ],
  [
    'The service may not write to its data directory: the disk is read-only, or the directory belongs to somebody else. Allow writing there, then try again.',
    'Der Dienst darf nicht in seinen Datenordner schreiben: Der Datenträger ist schreibgeschützt, oder der Ordner gehört jemand anderem. Das Schreiben dort erlauben, dann erneut versuchen.',
  ],
  [
    'The disk of the service reported an error, so nothing was written. Try again; if it happens again, copy the data directory to another disk.',
    'Der Datenträger des Dienstes meldet einen Fehler, daher wurde nichts geschrieben. Erneut versuchen; geschieht es wieder, den Datenordner auf einen anderen Datenträger kopieren.',
  ],
  [
    'The database of the service is damaged. The service restarts with its newest backup; try again in a moment.',
    'Die Datenbank des Dienstes ist beschädigt. Der Dienst startet mit seiner neuesten Sicherung neu; in einem Moment erneut versuchen.',
  ],
  [
    'The service met an unexpected problem. Try again; if it stays, look into its log for this request id.',
    'Der Dienst stieß auf ein unerwartetes Problem. Erneut versuchen; bleibt es, in seinem Protokoll nach dieser Anfrage sehen.',
  ],
  [
    'The file is used by {0}. Remove it there first.',
    'Die Datei wird verwendet von {0}. Zuerst dort herausnehmen.',
  ],
  ['The file is part of the template {0}.', 'Die Datei gehört zur Vorlage {0}.'],
  [
    'The file is used by a run that has not finished. Wait for it, or cancel it.',
    'Die Datei wird von einem Lauf verwendet, der noch nicht fertig ist. Darauf warten oder ihn abbrechen.',
  ],
  [
    'The file could not be deleted from storage. Nothing has changed; try again later.',
    'Die Datei ließ sich nicht löschen. Nichts hat sich geändert; später erneut versuchen.',
  ],
  ['The file is empty.', 'Die Datei ist leer.'],
  ['This run no longer exists.', 'Diesen Lauf gibt es nicht mehr.'],
  ['This template no longer exists.', 'Diese Vorlage gibt es nicht mehr.'],
];
