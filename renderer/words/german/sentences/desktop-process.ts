import type { SentencePairs } from './sentence.ts';

/** Of the desktop process. */
export const DESKTOP_SENTENCES: SentencePairs = [
  ['Patchbay is still starting.', 'Patchbay startet noch.'],
  [
    'The disk of this computer reported an error, so this was not written. Try again; if it happens again, copy the data folder to another disk.',
    'Der Datenträger dieses Computers meldet einen Fehler, daher wurde das nicht geschrieben. Erneut versuchen; geschieht es wieder, den Datenordner auf einen anderen Datenträger kopieren.',
  ],
  [
    'Patchbay may not write to its data folder: the disk is read-only, or the folder belongs to somebody else. Allow writing there, then try again.',
    'Patchbay darf nicht in seinen Datenordner schreiben: Der Datenträger ist schreibgeschützt, oder der Ordner gehört jemand anderem. Das Schreiben dort erlauben, dann erneut versuchen.',
  ],
  [
    'The disk of this computer is full. Free some space on it, then try again.',
    'Der Datenträger dieses Computers ist voll. Platz darauf schaffen, dann erneut versuchen.',
  ],
  [
    'The damaged file is kept beside it ({0}.broken-…).',
    'Die beschädigte Datei bleibt daneben liegen ({0}.broken-…).',
  ],
  [
    'The settings could not be read, so the last good ones are used. {0}',
    'Die Einstellungen waren nicht lesbar, daher gelten die letzten guten. {0}',
  ],
  [
    'The settings could not be read, so they begin anew: choose them again on the settings page. {0}',
    'Die Einstellungen waren nicht lesbar und beginnen neu: auf der Seite Einstellungen wieder wählen. {0}',
  ],
  [
    'The snippets could not be read, so the last good ones are used. {0}',
    'Die Bausteine waren nicht lesbar, daher gelten die letzten guten. {0}',
  ],
  [
    'The snippets could not be read, so their list begins anew: save them again from your projects. {0}',
    'Die Bausteine waren nicht lesbar, ihre Liste beginnt neu: aus den Projekten wieder speichern. {0}',
  ],
  [
    'A group of the library could not be read, so its last good copy is used. {0}',
    'Eine Gruppe der Bibliothek war nicht lesbar, daher gilt ihre letzte gute Kopie. {0}',
  ],
  [
    'A group of the library could not be read and is left out: save it again from a project that uses it. {0}',
    'Eine Gruppe der Bibliothek war nicht lesbar und fehlt: aus einem Projekt, das sie verwendet, wieder speichern. {0}',
  ],
  [
    'The list of connections could not be read, so the last good one is used. {0}',
    'Die Liste der Verbindungen war nicht lesbar, daher gilt die letzte gute. {0}',
  ],
  [
    'The list of connections could not be read: add your hosted services again. Projects there are unharmed. {0}',
    'Die Liste der Verbindungen war nicht lesbar: die Dienste wieder hinzufügen. Den Projekten dort ist nichts geschehen. {0}',
  ],
  [
    'The list of this computer’s runs, files and uploads could not be read, so it begins anew. Projects and files at the services are unharmed. {0}',
    'Die Liste der Läufe, Dateien und Uploads dieses Computers war nicht lesbar und beginnt neu. Projekten und Dateien bei den Diensten ist nichts geschehen. {0}',
  ],
  [
    'The list of this computer’s runs, files, uploads and versions is gone, so it begins anew. Projects and files at the services are unharmed. The documents of the versions are kept in {0}.broken-….',
    'Die Liste der Läufe, Dateien, Uploads und Versionen dieses Computers ist weg und beginnt neu. Projekten und Dateien bei den Diensten ist nichts geschehen. Die Dokumente der Versionen bleiben in {0}.broken-….',
  ],
  [
    'What was stored for work without a network could not be read. It fills again as you open projects. {0}',
    'Was zum Arbeiten ohne Netz gespeichert war, war nicht lesbar. Es füllt sich wieder, wenn Projekte geöffnet werden. {0}',
  ],
  [
    'What was stored for work without a network was written by a newer version of Patchbay, so it begins anew and fills again as you open projects. The file of the newer version is kept beside it ({0}.broken-…).',
    'Was zum Arbeiten ohne Netz gespeichert war, stammt von einem neueren Patchbay; es beginnt neu und füllt sich wieder, wenn Projekte geöffnet werden. Die Datei der neueren Version bleibt daneben liegen ({0}.broken-…).',
  ],
  [
    'The stored API keys could not be read, so the last good ones are used. {0}',
    'Die gespeicherten API-Schlüssel waren nicht lesbar, daher gelten die letzten guten. {0}',
  ],
  [
    'The stored API keys could not be read: enter the keys of your hosted services again under Connections. {0}',
    'Die gespeicherten API-Schlüssel waren nicht lesbar: die Schlüssel der Dienste unter Verbindungen wieder eingeben. {0}',
  ],
  [
    'Something else stood where Patchbay keeps its {0}. It is kept beside it ({1}.broken-…).',
    'Etwas anderes stand dort, wo Patchbay „{0}“ aufbewahrt. Es bleibt daneben liegen ({1}.broken-…).',
  ],
  ['Patchbay is closing.', 'Patchbay wird geschlossen.'],
  ['This version is no longer stored.', 'Diese Version ist nicht mehr gespeichert.'],
  [
    'This page of the history is not known. Open it again.',
    'Diese Seite des Verlaufs ist nicht bekannt. Neu öffnen.',
  ],
  [
    'This version was damaged on the disk and cannot be shown. The others are not affected.',
    'Diese Version wurde auf dem Datenträger beschädigt und lässt sich nicht zeigen. Die anderen sind nicht betroffen.',
  ],
  [
    'There is no room for another snippet. Delete some that you no longer need.',
    'Für einen weiteren Baustein ist kein Platz. Nicht mehr gebrauchte löschen.',
  ],
  ['This snippet no longer exists.', 'Diesen Baustein gibt es nicht mehr.'],
  [
    'There is no room for another group in the library. Delete some that you no longer need.',
    'Für eine weitere Gruppe ist in der Bibliothek kein Platz. Nicht mehr gebrauchte löschen.',
  ],
  ['This group is no longer in the library.', 'Diese Gruppe ist nicht mehr in der Bibliothek.'],
  [
    'This version of the group is no longer in the library.',
    'Diese Version der Gruppe ist nicht mehr in der Bibliothek.',
  ],
  [
    'A later version of this group was saved meanwhile. Update to it first, or save yours as a new group.',
    'Inzwischen wurde eine spätere Version dieser Gruppe gespeichert. Zuerst auf sie aktualisieren, oder die eigene als neue Gruppe speichern.',
  ],
  [
    'The system’s keyring did not take the key. Unlock the keyring, then try again.',
    'Der Schlüsselbund des Systems hat den Schlüssel nicht angenommen. Ihn entsperren, dann erneut versuchen.',
  ],
  ['The database of the local service was damaged.', 'Die Datenbank des lokalen Dienstes war beschädigt.'],
  ['The database of the local service was missing.', 'Die Datenbank des lokalen Dienstes fehlte.'],
  [
    'There was no backup of it, so it begins anew. Runs and their results are lost.',
    'Es gab keine Sicherung davon, daher beginnt sie neu. Läufe und ihre Ergebnisse sind verloren.',
  ],
  [
    'It was replaced by its backup of {0} (UTC). Runs since then and their results are lost.',
    'Sie wurde durch ihre Sicherung vom {0} (UTC) ersetzt. Läufe seitdem und ihre Ergebnisse sind verloren.',
  ],
  [
    'One file younger than the backup is there again.',
    'Eine Datei, die jünger als die Sicherung ist, ist wieder da.',
  ],
  [
    '{0} files younger than the backup are there again.',
    '{0} Dateien, die jünger als die Sicherung sind, sind wieder da.',
  ],
  [
    'What was deleted since then may be back; delete it again if you do not want it.',
    'Was seitdem gelöscht wurde, kann wieder da sein; wenn es nicht gebraucht wird, noch einmal löschen.',
  ],
  [
    'Projects that are younger than the backup and were never opened on this computer may be missing: they cannot be brought back.',
    'Projekte, die jünger als die Sicherung sind und auf diesem Computer nie geöffnet waren, können fehlen: Sie lassen sich nicht zurückholen.',
  ],
  ['The damaged file is {0}.', 'Die beschädigte Datei ist {0}.'],
  [
    'What this computer has that is newer is being brought back.',
    'Was auf diesem Computer neuer ist, wird zurückgeholt.',
  ],
  ['Recreated from this computer: {0}.', 'Von diesem Computer wieder angelegt: {0}.'],
  [
    'Brought up to date from this computer: {0}.',
    'Von diesem Computer auf den neuesten Stand gebracht: {0}.',
  ],
  [
    'Not brought back: {0}. Their versions are still on this computer.',
    'Nicht zurückgeholt: {0}. Ihre Versionen sind noch auf diesem Computer.',
  ],
  [
    'This service decides which run starts next. Stop runs that can wait, and start them again later.',
    'Dieser Dienst entscheidet selbst, welcher Lauf als Nächstes beginnt. Läufe anhalten, die warten können, und später wieder starten.',
  ],
  [
    'The ZIP could not be written to its end. Save the outputs again.',
    'Das ZIP ließ sich nicht zu Ende schreiben. Die Ausgaben noch einmal speichern.',
  ],
  ['This connection cannot be used.', 'Diese Verbindung lässt sich nicht verwenden.'],
  [
    'It could not be read to its end from the service. Save it again.',
    'Es war vom Dienst nicht zu Ende lesbar. Noch einmal speichern.',
  ],
  [
    'This download is over. Save the outputs again.',
    'Dieser Download ist vorbei. Die Ausgaben noch einmal speichern.',
  ],
  [
    'It is too long to be kept here. Open its run.',
    'Es ist zu lang, um es hier aufzubewahren. Den Lauf dazu öffnen.',
  ],
  ['This collection no longer exists.', 'Diese Sammlung gibt es nicht mehr.'],
  ['This output is not listed any more.', 'Diese Ausgabe ist nicht mehr aufgeführt.'],
  ['None of these outputs is listed any more.', 'Keine dieser Ausgaben ist noch aufgeführt.'],
  [
    'This run was started on another computer or before Patchbay recorded what ran. Its graph is not here.',
    'Dieser Lauf wurde auf einem anderen Computer gestartet, oder bevor Patchbay festhielt, was lief. Sein Graph ist nicht hier.',
  ],
  [
    'The graph of this run was not saved, and it is not on this computer any more.',
    'Der Graph dieses Laufs wurde nicht gespeichert und ist nicht mehr auf diesem Computer.',
  ],
  [
    'Version {0} of the project is not on this computer any more, so the graph of this run cannot be opened.',
    'Version {0} des Projekts ist nicht mehr auf diesem Computer, daher lässt sich der Graph dieses Laufs nicht öffnen.',
  ],
  [
    'The graph of this run was damaged on the disk and cannot be opened. Other runs are not affected.',
    'Der Graph dieses Laufs wurde auf dem Datenträger beschädigt und lässt sich nicht öffnen. Andere Läufe sind nicht betroffen.',
  ],
  [
    'This output is not listed any more. Choose another one.',
    'Diese Ausgabe ist nicht mehr aufgeführt. Eine andere auswählen.',
  ],
  [
    'Only a picture can be the cover. Choose another output.',
    'Nur ein Bild kann das Titelbild sein. Eine andere Ausgabe auswählen.',
  ],
  ['Its graph is not on this computer.', 'Ihr Graph ist nicht auf diesem Computer.'],
  [
    'The settings that made it are not on this computer any more.',
    'Die Einstellungen, aus denen sie entstand, sind nicht mehr auf diesem Computer.',
  ],
  ['It is too large for a ZIP. Save it by itself.', 'Es ist zu groß für ein ZIP. Einzeln speichern.'],
  ['This ZIP is not listed any more.', 'Dieses ZIP ist nicht mehr aufgeführt.'],
  [
    'The ZIP was canceled. Save the outputs again.',
    'Das ZIP wurde abgebrochen. Die Ausgaben noch einmal speichern.',
  ],
  [
    'This project is being edited in another window of this computer.',
    'Dieses Projekt wird in einem anderen Fenster dieses Computers bearbeitet.',
  ],
  [
    'A newer version of Patchbay left unsaved changes of this project that this version cannot show. They stay on this computer: open the project with the newer version to save them.',
    'Eine neuere Version von Patchbay hat ungespeicherte Änderungen dieses Projekts hinterlassen, die diese nicht zeigen kann. Sie bleiben auf diesem Computer: Das Projekt mit der neueren Version öffnen, um sie zu speichern.',
  ],
  [
    'The file of unsaved edits was damaged. Everything in it that can be read is used; {0}',
    'Die Datei der ungespeicherten Änderungen war beschädigt. Alles Lesbare daraus wird verwendet; {0}',
  ],
  ['This file is not listed any more.', 'Diese Datei ist nicht mehr aufgeführt.'],
  ['This run has not been seen on this computer.', 'Dieser Lauf war auf diesem Computer nicht zu sehen.'],
  ['It is damaged.', 'Es ist beschädigt.'],
  [
    'Unsaved changes of a {0} could not be read: their part of the database on this computer is damaged. The {1} opens as the service has it; look whether your last changes are there.',
    'Ungespeicherte Änderungen ({0}) waren nicht lesbar: Ihr Teil der Datenbank auf diesem Computer ist beschädigt. Geöffnet wird ({1}), was der Dienst hat; nachsehen, ob die letzten Änderungen darin sind.',
  ],
];
