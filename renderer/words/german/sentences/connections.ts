import type { SentencePairs } from './sentence.ts';

/** Of the desktop process, about services and what they run. */
export const CONNECTION_SENTENCES: SentencePairs = [
  // Why a system offers no keyring, at the end of a sentence.
  ['it is locked', 'er ist gesperrt'],
  ['it could not be used', 'er ließ sich nicht verwenden'],
  ['it could not be asked', 'er ließ sich nicht fragen'],
  ['no secret service runs in this session', 'in dieser Sitzung läuft kein Dienst für Schlüssel'],
  ['The local service did not start: {0}', 'Der lokale Dienst ist nicht gestartet: {0}'],
  ['The local service did not start.', 'Der lokale Dienst ist nicht gestartet.'],
  [
    'The local service stopped. It is being started again.',
    'Der lokale Dienst hat angehalten. Er wird neu gestartet.',
  ],
  [
    'Another program (process {0}) is using the data of the local service. Close it, then restart the service.',
    'Ein anderes Programm (Prozess {0}) verwendet die Daten des lokalen Dienstes. Es schließen, dann den Dienst neu starten.',
  ],
  [
    'The local service is not running. Restart it from the connections page.',
    'Der lokale Dienst läuft nicht. Ihn auf der Seite Verbindungen neu starten.',
  ],
  ['The request is not valid.', 'Die Anfrage ist nicht gültig.'],
  [
    'The file is larger than {0} MB, the most that can be sent at once.',
    'Die Datei ist größer als {0}\u00A0MB, mehr lässt sich nicht auf einmal senden.',
  ],
  [
    'The request is larger than {0} MB. Split it into smaller changes.',
    'Die Anfrage ist größer als {0}\u00A0MB. In kleinere Änderungen aufteilen.',
  ],
  ['Split it into smaller changes.', 'In kleinere Änderungen aufteilen.'],
  ['The request was canceled.', 'Die Anfrage wurde abgebrochen.'],
  [
    'Something went wrong inside Patchbay. Try again; if it happens again, restart the app.',
    'In Patchbay ging etwas schief. Erneut versuchen; geschieht es wieder, die App neu starten.',
  ],
  [
    'The service does not accept the key. Enter it again on the connections page.',
    'Der Dienst nimmt den Schlüssel nicht an. Ihn auf der Seite Verbindungen wieder eingeben.',
  ],
  ['Enter the address of the service.', 'Die Adresse des Dienstes eingeben.'],
  ['Enter the API key to test.', 'Den API-Schlüssel zum Testen eingeben.'],
  [
    'This connection no longer exists. Choose another one.',
    'Diese Verbindung gibt es nicht mehr. Eine andere auswählen.',
  ],
  [
    'The address and key of the local service are managed by Patchbay itself.',
    'Adresse und Schlüssel des lokalen Dienstes verwaltet Patchbay selbst.',
  ],
  [
    'Enter the key again: the stored one belongs to the old address.',
    'Den Schlüssel noch einmal eingeben: Der gespeicherte gehört zur alten Adresse.',
  ],
  ['The local workspace cannot be removed.', 'Der lokale Arbeitsbereich lässt sich nicht entfernen.'],
  [
    'The key of “{0}” cannot be read. Enter it again on the connections page.',
    'Der Schlüssel von „{0}“ ist nicht lesbar. Ihn auf der Seite Verbindungen wieder eingeben.',
  ],
  ['Enter the API key.', 'Den API-Schlüssel eingeben.'],
  [
    'The key holds characters that no API key has. Copy it again.',
    'Der Schlüssel enthält Zeichen, die kein API-Schlüssel hat. Noch einmal kopieren.',
  ],
  [
    '{0} refuses requests from here. Ask whoever runs the service to let you in.',
    '{0} lehnt Anfragen von hier ab. Den Betreiber des Dienstes um Zugang bitten.',
  ],
  ['Tell whoever runs the service.', 'Dem Betreiber des Dienstes Bescheid geben.'],
  ['Connected. The key works.', 'Verbunden. Der Schlüssel funktioniert.'],
  [
    'Connected. The key lacks {0}: what needs them will be refused.',
    'Verbunden. Dem Schlüssel fehlt {0}: Was das braucht, wird abgelehnt.',
  ],
  ['This batch is not on this computer any more.', 'Dieser Stapel ist nicht mehr auf diesem Computer.'],
  ['The batch has no such item.', 'Der Stapel hat diese Zeile nicht.'],
  [
    'These inputs do not belong to what the batch runs.',
    'Diese Eingänge gehören nicht zu dem, was der Stapel ausführt.',
  ],
  [
    'Services do not say what runs of templates cost, so set a ceiling on runs instead of credits.',
    'Dienste sagen nicht, was Läufe von Vorlagen kosten; daher statt einer Grenze für Credits eine für Läufe setzen.',
  ],
  [
    'This batch has begun, so nothing can be added. Make a new one.',
    'Dieser Stapel hat begonnen, daher lässt sich nichts hinzufügen. Einen neuen erstellen.',
  ],
  [
    'A {0} may hold {1} runs. Take fewer values.',
    'Höchstens {1} Läufe sind hier möglich ({0}). Weniger Werte nehmen.',
  ],
  ['Items {0} to {1} are missing.', 'Die Zeilen {0} bis {1} fehlen.'],
  [
    'All values together are longer than 256 MB. Make several batches.',
    'Alle Werte zusammen sind länger als 256\u00A0MB. Mehrere Stapel erstellen.',
  ],
  ['The service does not have this result any more.', 'Der Dienst hat dieses Ergebnis nicht mehr.'],
  [
    'This row has run or runs now. Make a new batch to change it.',
    'Diese Zeile ist gelaufen oder läuft. Einen neuen Stapel erstellen, um sie zu ändern.',
  ],
  ['There is nothing to run yet.', 'Noch gibt es nichts auszuführen.'],
  [
    'Nothing more is started. The API cannot cancel runs of templates, so those that are going on come to their end.',
    'Mehr wird nicht gestartet. Läufe von Vorlagen lassen sich über die API nicht abbrechen, laufende kommen daher zu ihrem Ende.',
  ],
  [
    'It goes on once all runs of “{0}” have begun, which was moved to the front.',
    'Es geht weiter, sobald alle Läufe von „{0}“ begonnen haben, das nach vorn gerückt wurde.',
  ],
  ['Item {0} needs {1} values.', 'Zeile {0} braucht {1} Werte.'],
  [
    'The values of item {0} are longer than 1 MB. Shorten them.',
    'Die Werte von Zeile {0} sind länger als 1\u00A0MB. Kürzen.',
  ],
  [
    'The run failed, and the service does not say why.',
    'Der Lauf ist fehlgeschlagen, und der Dienst sagt nicht, warum.',
  ],
  [
    'The ceiling of {0} is reached. Raise it to go on.',
    'Die Grenze von {0} ist erreicht. Sie erhöhen, um weiterzumachen.',
  ],
  [
    'The service does not say what these runs cost, so a ceiling on credits cannot be held. Set a ceiling on runs instead.',
    'Der Dienst sagt nicht, was diese Läufe kosten, daher lässt sich eine Grenze für Credits nicht einhalten. Stattdessen eine für Läufe setzen.',
  ],
  [
    '{0} of {1} credits are used{2}. Raise the ceiling to go on.',
    '{0} von {1} Credits sind verbraucht{2}. Die Grenze erhöhen, um weiterzumachen.',
  ],
  [
    'The service is away. The batch goes on by itself when it is back.',
    'Der Dienst ist weg. Der Stapel geht von selbst weiter, wenn er wieder da ist.',
  ],
  [
    'Something unexpected happened. Try this one again.',
    'Etwas Unerwartetes ist geschehen. Diesen noch einmal versuchen.',
  ],
  [
    'The service is busy. The batch goes on by itself{0}.',
    'Der Dienst ist ausgelastet. Der Stapel geht von selbst weiter{0}.',
  ],
  [
    'The API key was refused. Enter it again, then go on.',
    'Der API-Schlüssel wurde abgelehnt. Ihn wieder eingeben, dann weitermachen.',
  ],
  ['{0} Ask for a key that may run this.', '{0} Um einen Schlüssel bitten, der das ausführen darf.'],
  [
    'The graph that made it is not on this computer any more. Run it from its project.',
    'Der Graph, aus dem es entstand, ist nicht mehr auf diesem Computer. Aus seinem Projekt ausführen.',
  ],
  [
    'The template was changed while this batch ran. Look at the results so far; resuming goes on with the template as it is now.',
    'Die Vorlage wurde geändert, während dieser Stapel lief. Die bisherigen Ergebnisse ansehen; Fortsetzen geht mit der Vorlage weiter, wie sie jetzt ist.',
  ],
  [
    '{0} in a row got no answer that could be used, and may have been charged. Look at the service of the model, then go on.',
    '{0} hintereinander haben keine brauchbare Antwort bekommen und können berechnet worden sein. Den Dienst des Modells ansehen, dann weitermachen.',
  ],
  [
    'What was to be tried again has run. The rest waits until you go on.',
    'Was noch einmal versucht werden sollte, ist gelaufen. Der Rest wartet bis zum Fortsetzen.',
  ],
  [
    'This computer could not write down the next step. Free some space on its disk; the batch tries again by itself.',
    'Dieser Computer konnte den nächsten Schritt nicht aufschreiben. Platz auf dem Datenträger schaffen; der Stapel versucht es von selbst wieder.',
  ],
  [
    'Something unexpected happened. The batch tries again by itself.',
    'Etwas Unerwartetes ist geschehen. Der Stapel versucht es von selbst wieder.',
  ],
  [
    'The template or its endpoint no longer exists, so nothing more can run. The results so far stay here.',
    'Die Vorlage oder ihr Endpunkt existiert nicht mehr, daher kann nichts mehr laufen. Die bisherigen Ergebnisse bleiben hier.',
  ],
  [
    '{0} in a row failed in the same way: {1} Change what is wrong, then go on.',
    '{0} hintereinander sind auf dieselbe Weise fehlgeschlagen: {1} Die Ursache ändern, dann weitermachen.',
  ],
  [
    'Look whether its run is in the list of runs, or what your provider charged, before you try it again.',
    'Vor einem neuen Versuch nachsehen, ob der Lauf in der Liste der Läufe ist oder was der Anbieter berechnet hat.',
  ],
  [
    'The service was replaced by its backup while this one was on its way, so it may have run and may have been charged. {0}',
    'Der Dienst wurde durch seine Sicherung ersetzt, während das unterwegs war; es kann gelaufen und berechnet worden sein. {0}',
  ],
  [
    'Patchbay was closed for so long that it cannot tell whether this one was started. {0}',
    'Patchbay war so lange geschlossen, dass es nicht sagen kann, ob das gestartet wurde. {0}',
  ],
  [
    'The service does not have this run any more, so its result is lost; it may have been charged. Try it again if you want it.',
    'Der Dienst hat diesen Lauf nicht mehr, daher ist sein Ergebnis verloren; er kann berechnet worden sein. Bei Bedarf noch einmal versuchen.',
  ],
  [
    'This is not a web address. It should look like https://service.example.com.',
    'Das ist keine Webadresse. Sie sollte aussehen wie https://service.example.com.',
  ],
  ['The address must begin with https://.', 'Die Adresse muss mit https:// beginnen.'],
  [
    'Leave the user name and password out of the address. The key has a field of its own.',
    'Benutzername und Passwort aus der Adresse weglassen. Der Schlüssel hat ein eigenes Feld.',
  ],
  [
    'Use https:// for a service on another computer, so that the key cannot be read on the way.',
    'Für einen Dienst auf einem anderen Computer https:// verwenden, damit der Schlüssel unterwegs nicht lesbar ist.',
  ],
  ['The address needs the name of a server.', 'Die Adresse braucht den Namen eines Servers.'],
  ['No response in time', 'Keine Antwort in der Zeit'],
  [
    'The service sends more than the {0} that this can have, so Patchbay stopped reading. Tell whoever runs the service.',
    'Der Dienst sendet mehr als die möglichen {0}, daher hat Patchbay aufgehört zu lesen. Dem Betreiber des Dienstes Bescheid geben.',
  ],
  [
    'This is not an address that Patchbay can use. It should look like https://service.example.com.',
    'Diese Adresse kann Patchbay nicht verwenden. Sie sollte aussehen wie https://service.example.com.',
  ],
  [
    'There is no server called {0}. Check the spelling of the address and your network.',
    'Es gibt keinen Server namens {0}. Schreibweise der Adresse und Netz prüfen.',
  ],
  [
    '{0} does not answer. Check the address and the port, and that the service is running.',
    '{0} antwortet nicht. Adresse und Port prüfen, und ob der Dienst läuft.',
  ],
  [
    'The service on this computer ({0}) took too long to answer. Try again; if it stays so, restart it: the local workspace under Connections, any other where it was started.',
    'Der Dienst auf diesem Computer ({0}) hat zu lange für die Antwort gebraucht. Erneut versuchen; bleibt es so, neu starten: den lokalen Arbeitsbereich unter Verbindungen, jeden anderen dort, wo er gestartet wurde.',
  ],
  [
    '{0} took too long to answer. Check your network, then try again.',
    '{0} hat zu lange für die Antwort gebraucht. Das Netz prüfen, dann erneut versuchen.',
  ],
  [
    'The certificate of {0} is not trusted, so no key was sent. Ask whoever runs the service to fix it.',
    'Dem Zertifikat von {0} wird nicht vertraut, daher wurde kein Schlüssel gesendet. Den Betreiber des Dienstes bitten, das zu berichtigen.',
  ],
  [
    '{0} answers, but not with this API. Check the address, including any path after the host name.',
    '{0} antwortet, aber nicht mit dieser API. Die Adresse prüfen, auch einen Pfad hinter dem Servernamen.',
  ],
  [
    'The service did not accept the key. It may be mistyped, expired or revoked: enter a key that is valid.',
    'Der Dienst hat den Schlüssel nicht angenommen. Vielleicht ist er vertippt, abgelaufen oder widerrufen: einen gültigen eingeben.',
  ],
  [
    'The service knows the key but allows it nothing here. Ask for a key with more scopes.',
    'Der Dienst kennt den Schlüssel, erlaubt ihm hier aber nichts. Um einen mit mehr Rechten bitten.',
  ],
  [
    '{0} sends requests on to another address. Enter the address where the service itself answers.',
    '{0} leitet Anfragen an eine andere Adresse weiter. Die Adresse eingeben, unter der der Dienst selbst antwortet.',
  ],
  ['{0} has a problem of its own. Try again later.', '{0} hat selbst ein Problem. Später erneut versuchen.'],
  [
    'The service gave an address for the file that lies inside your own network, which Patchbay does not trust. Tell whoever runs the service.',
    'Der Dienst nannte für die Datei eine Adresse im eigenen Netz, der Patchbay nicht vertraut. Dem Betreiber des Dienstes Bescheid geben.',
  ],
  [
    'Nothing of it was used. Tell whoever runs the service.',
    'Nichts davon wurde verwendet. Dem Betreiber des Dienstes Bescheid geben.',
  ],
  [
    'The service gave an address for the file that Patchbay does not trust. Tell whoever runs the service.',
    'Der Dienst nannte für die Datei eine Adresse, der Patchbay nicht vertraut. Dem Betreiber des Dienstes Bescheid geben.',
  ],
  ['Restart it under Connections.', 'Ihn unter Verbindungen neu starten.'],
  [
    'The local service does not answer. Restart it from the connections page.',
    'Der lokale Dienst antwortet nicht. Ihn auf der Seite Verbindungen neu starten.',
  ],
  [
    'The local service is of an earlier version. Restart it from the connections page, then try again.',
    'Der lokale Dienst hat eine frühere Version. Ihn auf der Seite Verbindungen neu starten, dann erneut versuchen.',
  ],
  [
    'The local service answered something else than was asked for. Restart it.',
    'Der lokale Dienst hat etwas anderes geantwortet, als gefragt war. Neu starten.',
  ],
];
