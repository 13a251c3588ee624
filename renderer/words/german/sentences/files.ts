import type { SentencePairs } from './sentence.ts';

/** Of the desktop process, about files that come and go. */
export const FILE_SENTENCES: SentencePairs = [
  ['“{0}” is empty. Choose a file with something in it.', '„{0}“ ist leer. Eine Datei mit Inhalt auswählen.'],
  [
    'This upload has been started before. Add the file again.',
    'Dieser Upload wurde schon begonnen. Die Datei noch einmal hinzufügen.',
  ],
  [
    'The page was closed while the file was being read. Add the file again.',
    'Die Seite wurde geschlossen, während die Datei gelesen wurde. Die Datei noch einmal hinzufügen.',
  ],
  ['The file did not come whole.', 'Die Datei kam nicht vollständig an.'],
  [
    'The copy of the file on this computer is gone. Add the file again.',
    'Die Kopie der Datei auf diesem Computer ist weg. Die Datei noch einmal hinzufügen.',
  ],
  ['The upload was canceled.', 'Der Upload wurde abgebrochen.'],
  [
    'The signed address is of an older start of the service.',
    'Die signierte Adresse stammt von einem früheren Start des Dienstes.',
  ],
  ['The upload session is gone.', 'Den Upload gibt es beim Dienst nicht mehr.'],
  [
    'The service asks for an upload that Patchbay does not make ({0}). Tell whoever runs the service.',
    'Der Dienst verlangt einen Upload, den Patchbay nicht macht ({0}). Dem Betreiber des Dienstes Bescheid geben.',
  ],
  [
    'The service answered without saying where the file goes. Try again later.',
    'Der Dienst hat geantwortet, ohne zu sagen, wohin die Datei soll. Später erneut versuchen.',
  ],
  [
    'There is not enough room on the disk of this computer: the file needs {0} for a moment, and {1} are free. Free some space on it, then try again.',
    'Auf dem Datenträger dieses Computers ist nicht genug Platz: Die Datei braucht kurz {0}, frei sind {1}. Platz darauf schaffen, dann erneut versuchen.',
  ],
  [
    'The file could not be read as a whole. It may have changed, or be stored online only: open it once on this computer, then add it again.',
    'Die Datei war nicht vollständig lesbar. Vielleicht hat sie sich geändert oder liegt nur online: einmal auf diesem Computer öffnen, dann noch einmal hinzufügen.',
  ],
  [
    'The service does not accept this file{0} Check the file, or choose another one.',
    'Der Dienst nimmt diese Datei nicht an{0} Die Datei prüfen oder eine andere auswählen.',
  ],
  [
    'The service did not accept the key. Enter it again on the connections page, then try again.',
    'Der Dienst hat den Schlüssel nicht angenommen. Ihn auf der Seite Verbindungen wieder eingeben, dann erneut versuchen.',
  ],
  [
    'The key is not allowed to add files. Use a key with the scope files:write, then try again.',
    'Der Schlüssel darf keine Dateien hinzufügen. Einen mit dem Recht files:write verwenden, dann erneut versuchen.',
  ],
  [
    'The service gave the upload up. Try again to begin it anew.',
    'Der Dienst hat den Upload aufgegeben. Erneut versuchen, um neu zu beginnen.',
  ],
  [
    'The file is larger than the service accepts. Choose a smaller file, or another service.',
    'Die Datei ist größer, als der Dienst annimmt. Eine kleinere Datei oder einen anderen Dienst wählen.',
  ],
  [
    'The service is busy. The upload goes on by itself in a while.',
    'Der Dienst ist ausgelastet. Der Upload geht bald von selbst weiter.',
  ],
  [
    'No room left in your account. Delete files there, then try again.',
    'Im Konto ist kein Platz mehr. Dort Dateien löschen, dann erneut versuchen.',
  ],
  [
    'The service could not take the file (status {0}). Try again later.',
    'Der Dienst konnte die Datei nicht annehmen (Status {0}). Später erneut versuchen.',
  ],
  [
    'The file arrived damaged at the service, twice. Add it again.',
    'Die Datei kam zweimal beschädigt beim Dienst an. Noch einmal hinzufügen.',
  ],
  [
    'The service gave the upload up several times. Try again.',
    'Der Dienst hat den Upload mehrmals aufgegeben. Erneut versuchen.',
  ],
  [
    'The upload failed inside Patchbay. Try again.',
    'Der Upload ist in Patchbay fehlgeschlagen. Erneut versuchen.',
  ],
  [
    'The service cannot be reached. The upload goes on by itself when it is back.',
    'Der Dienst ist nicht erreichbar. Der Upload geht von selbst weiter, wenn er wieder da ist.',
  ],
  ['This upload no longer exists.', 'Diesen Upload gibt es nicht mehr.'],
  [
    'Patchbay was closed while the file was being read. Add the file again.',
    'Patchbay wurde geschlossen, während die Datei gelesen wurde. Die Datei noch einmal hinzufügen.',
  ],
  [
    'This upload cannot be tried again. Add the file again.',
    'Dieser Upload lässt sich nicht erneut versuchen. Die Datei noch einmal hinzufügen.',
  ],
  ['This upload cannot be paused now.', 'Dieser Upload lässt sich jetzt nicht pausieren.'],
  ['The upload was paused.', 'Der Upload wurde pausiert.'],
  ['This upload is not paused.', 'Dieser Upload ist nicht pausiert.'],
  [
    'The file was refused: {0}. Export the project again.',
    'Die Datei wurde abgelehnt: {0}. Das Projekt noch einmal exportieren.',
  ],
  [
    'This is not a project file. Choose one that ends in .patchbay, made by Export project.',
    'Das ist keine Projektdatei. Eine mit der Endung .patchbay auswählen, von „Projekt exportieren“.',
  ],
  [
    'This project file is incomplete or damaged. Copy it again from where it came from, or export the project again.',
    'Diese Projektdatei ist unvollständig oder beschädigt. Noch einmal von dort kopieren, woher sie kam, oder das Projekt noch einmal exportieren.',
  ],
  [
    'This is not a project file, or it is damaged. Choose one that ends in .patchbay; if it is one, export the project again.',
    'Das ist keine Projektdatei, oder sie ist beschädigt. Eine mit der Endung .patchbay auswählen; ist es eine, das Projekt noch einmal exportieren.',
  ],
  ['{0} is too large', '{0} ist zu groß'],
  ['{0} cannot be unpacked', '{0} lässt sich nicht entpacken'],
  [
    'This file was made by a newer Patchbay. Update this one, then import it again.',
    'Diese Datei stammt von einem neueren Patchbay. Dieses aktualisieren, dann noch einmal importieren.',
  ],
  ['The file was refused: {0}', 'Die Datei wurde abgelehnt: {0}'],
  ['“{0}” is not whole', '„{0}“ ist nicht vollständig'],
  ['“{0}” is not on the service any more.', '„{0}“ ist nicht mehr beim Dienst.'],
  ['“{0}” could not be fetched: {1}', '„{0}“ ließ sich nicht holen: {1}'],
  [
    '“{0}” is not in the file. Add it again where it is used.',
    '„{0}“ ist nicht in der Datei. Dort noch einmal hinzufügen, wo es verwendet wird.',
  ],
  [
    '“{0}” is {1}, which nodes and films cannot read here. Save it as JPEG and choose that where it is used.',
    '„{0}“ ist {1}, was Knoten und Filme hier nicht lesen können. Als JPEG speichern und dieses dort wählen, wo es verwendet wird.',
  ],
  ['“{0}” was not uploaded: {1}', '„{0}“ wurde nicht hochgeladen: {1}'],
  [
    'The history of the new project does not begin with the import.',
    'Der Verlauf des neuen Projekts beginnt nicht mit dem Import.',
  ],
  ['The {0} was not brought along: {1}', 'Nicht mitgebracht ({0}): {1}'],
  [
    'The file was refused: one of its documents is no object.',
    'Die Datei wurde abgelehnt: Eines ihrer Dokumente ist kein Objekt.',
  ],
  [
    'This service does not have {0}. Import the file on a service that has {1}, or import it without those nodes.',
    'Diesem Dienst fehlt {0}. Die Datei bei einem Dienst importieren, der {1} hat, oder ohne diese Knoten.',
  ],
  [
    'The file no longer exists. Export the project again.',
    'Die Datei gibt es nicht mehr. Das Projekt noch einmal exportieren.',
  ],
  ['The transfer was canceled.', 'Die Übertragung wurde abgebrochen.'],
  ['This transfer is not known. Start it again.', 'Diese Übertragung ist nicht bekannt. Neu beginnen.'],
  ['This transfer has been started before.', 'Diese Übertragung wurde schon begonnen.'],
  ['Something unexpected happened. Try again.', 'Etwas Unerwartetes ist geschehen. Erneut versuchen.'],
  [
    'This file was opened before a restart. Open it again.',
    'Diese Datei wurde vor einem Neustart geöffnet. Noch einmal öffnen.',
  ],
  [
    '“{0}” cannot be read any more. Look where it is now and open it again.',
    '„{0}“ ist nicht mehr lesbar. Nachsehen, wo es jetzt liegt, und noch einmal öffnen.',
  ],
  [
    '“{0}” holds more files than one timeline has. Open a smaller folder.',
    '„{0}“ enthält mehr Dateien, als eine Zeitleiste hat. Einen kleineren Ordner öffnen.',
  ],
  ['It is made anew.', 'Es entsteht neu.'],
  ['The file', 'Die Datei'],
  ['Save it to look at it with another program.', 'Speichern, um sie mit einem anderen Programm anzusehen.'],
  [
    'This file is not text that can be shown. Save it to look at it with another program.',
    'Diese Datei ist kein Text, der sich zeigen lässt. Speichern, um sie mit einem anderen Programm anzusehen.',
  ],
  [
    'This file is not on the service any more. It may have been deleted.',
    'Diese Datei ist nicht mehr beim Dienst. Vielleicht wurde sie gelöscht.',
  ],
  [
    'The service could not give the file. Try again later.',
    'Der Dienst konnte die Datei nicht liefern. Später erneut versuchen.',
  ],
  ['The file could not be read. Try again.', 'Die Datei war nicht lesbar. Erneut versuchen.'],
  ['The small copy of this file is not made yet.', 'Die kleine Kopie dieser Datei ist noch nicht fertig.'],
  ['The file did not arrive whole. Try again.', 'Die Datei kam nicht vollständig an. Erneut versuchen.'],
  [
    'The list of node types of this service does not end, so Patchbay stopped reading it. Tell whoever runs the service.',
    'Die Liste der Knotentypen dieses Dienstes endet nicht, daher liest Patchbay sie nicht weiter. Dem Betreiber des Dienstes Bescheid geben.',
  ],
  [
    '{0} Save the picture to this computer and drop the file.',
    '{0} Das Bild auf diesem Computer speichern und die Datei ablegen.',
  ],
  ['This picture has no address on the web.', 'Dieses Bild hat keine Adresse im Web.'],
  ['This address has a password in it.', 'Diese Adresse enthält ein Passwort.'],
  [
    'The picture lies inside your own network, where Patchbay fetches nothing from.',
    'Das Bild liegt im eigenen Netz, aus dem Patchbay nichts holt.',
  ],
  [
    '{0} sends on to another address, which is not followed.',
    '{0} leitet an eine andere Adresse weiter, der nicht gefolgt wird.',
  ],
  ['{0} did not give the picture.', '{0} hat das Bild nicht geliefert.'],
  ['{0} gave no picture at this address.', '{0} hat unter dieser Adresse kein Bild geliefert.'],
  ['{0} refused to give the picture.', '{0} hat das Bild verweigert.'],
];
