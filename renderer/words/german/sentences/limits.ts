import type { SentencePairs } from './sentence.ts';

/** What a service refuses of an account, a key or a request, and what its nodes say beside a result. */
export const LIMIT_SENTENCES: SentencePairs = [
  [
    'This API key is not known here. Check it, or create one with "keys create".',
    'Dieser API-Schlüssel ist hier nicht bekannt. Prüfen oder mit „keys create“ einen anlegen.',
  ],
  [
    'This API key was revoked. Use another one.',
    'Dieser API-Schlüssel wurde widerrufen. Einen anderen verwenden.',
  ],
  [
    'This API key has expired. Use another one.',
    'Dieser API-Schlüssel ist abgelaufen. Einen anderen verwenden.',
  ],
  ['This key lacks the scope {0}.', 'Diesem Schlüssel fehlt das Recht {0}.'],
  ['Too many requests. Try again in {0} seconds.', 'Zu viele Anfragen. In {0} Sekunden erneut versuchen.'],
  [
    'This upload would exceed the storage limit of the account. Delete files that are no longer needed.',
    'Dieses Hochladen überschritte den Speicherplatz des Kontos. Dateien löschen, die nicht mehr gebraucht werden.',
  ],
  [
    'This run may cost {0} microcredits, and the balance is {1}. Add credits, {2}.',
    'Dieser Lauf kann {0} Mikrocredits kosten, und das Guthaben ist {1}. Credits hinzufügen, {2}.',
  ],
  ['{0}, of which runs under way may need {1}', '{0}, wovon laufende Läufe {1} brauchen können'],
  ['or run to fewer nodes', 'oder bis zu weniger Knoten ausführen'],
  ['wait for those runs, or run to fewer nodes', 'diese Läufe abwarten oder bis zu weniger Knoten ausführen'],
  ['This run has ended already: it {0}.', 'Dieser Lauf ist schon zu Ende: {0}.'],
  ['A project may hold {0} nodes.', 'Ein Projekt kann {0} Knoten enthalten.'],
  ['This service has no node type "{0}".', 'Dieser Dienst hat keinen Knotentyp „{0}“.'],
  [
    'Metadata has at most {0} KB of JSON. Keep more in a file of the account.',
    'Metadaten haben höchstens {0} KB JSON. Mehr in einer Datei des Kontos aufbewahren.',
  ],
  [
    'The file of {0} is not a file of this service and was left out. Choose a file again.',
    'Die Datei von {0} ist keine Datei dieses Dienstes und wurde weggelassen. Erneut eine Datei auswählen.',
  ],
  ['There is no such file.', 'Diese Datei gibt es nicht.'],
  [
    'The sound is louder than its file can hold and is cut off at full scale. Turn it down.',
    'Der Ton ist lauter, als seine Datei fassen kann, und wird bei Vollaussteuerung abgeschnitten. Leiser stellen.',
  ],
  [
    'GIF holds no print resolution: the {0} dots an inch of {1} are not in the result.',
    'GIF kennt keine Druckauflösung: Die {0} Punkte je Zoll von {1} fehlen im Ergebnis.',
  ],
  [
    'The ffmpeg on this computer cannot encode MP4. Choose WebM, or install a full build of ffmpeg.',
    'Das ffmpeg auf diesem Computer kann MP4 nicht kodieren. WebM wählen oder ein vollständiges ffmpeg installieren.',
  ],
  [
    'The ffmpeg on this computer cannot encode WebM. Choose MP4, or install a full build of ffmpeg.',
    'Das ffmpeg auf diesem Computer kann WebM nicht kodieren. MP4 wählen oder ein vollständiges ffmpeg installieren.',
  ],
  ['Shorten it.', 'Kürzen.'],
  ['Ask for less.', 'Weniger verlangen.'],
  ['Give the person a name.', 'Der Person einen Namen geben.'],
  ['Name the workspace.', 'Dem Arbeitsbereich einen Namen geben.'],
  ['The name of the workspace is too long.', 'Der Name des Arbeitsbereichs ist zu lang.'],
  [
    'The name of the workspace holds a character that names do not have.',
    'Im Namen des Arbeitsbereichs steht ein Zeichen, das Namen nicht haben.',
  ],
  [
    'The name holds a character that names do not have.',
    'Der Name enthält ein Zeichen, das in Namen nicht vorkommt.',
  ],
  ['This person is not known here.', 'Diese Person ist hier nicht bekannt.'],
  [
    '{0} is there already. Choose another name, or change that person.',
    '{0} gibt es schon. Einen anderen Namen wählen oder diese Person ändern.',
  ],
  [
    '{0} is disabled. Enable {1} first, then invite.',
    '{0} ist gesperrt. Zuerst {1} entsperren, dann einladen.',
  ],
  [
    'This invitation is not known here. Check the link.',
    'Diese Einladung ist hier nicht bekannt. Den Link prüfen.',
  ],
  [
    'This invitation was used before. Ask for a new one.',
    'Diese Einladung wurde schon benutzt. Um eine neue bitten.',
  ],
  [
    'This invitation was taken back. Ask whoever sent it.',
    'Diese Einladung wurde zurückgezogen. Bei der Person nachfragen, von der sie kam.',
  ],
  ['This invitation has expired. Ask for a new one.', 'Diese Einladung ist abgelaufen. Um eine neue bitten.'],
  [
    'This invitation was used or taken back before.',
    'Diese Einladung wurde schon benutzt oder zurückgezogen.',
  ],
  ['There is no scope "{0}". Known: {1}.', 'Das Recht „{0}“ gibt es nicht. Es gibt: {1}.'],
  ['There is no such invitation.', 'Diese Einladung gibt es nicht.'],
  [
    'Whoever this API key belongs to was disabled. Ask who runs this service.',
    'Die Person, der dieser API-Schlüssel gehört, wurde gesperrt. Beim Betreiber dieses Dienstes nachfragen.',
  ],
  [
    'Whoever started this run was disabled. Run it as somebody else.',
    'Die Person, die diesen Lauf gestartet hat, wurde gesperrt. Als jemand anderes starten.',
  ],
  [
    'The key of {0} may spend {1} a month, and {2} are spent. Raise its limit under Models, or wait for the next month.',
    'Der Schlüssel von {0} darf {1} im Monat ausgeben, {2} sind ausgegeben. Seine Grenze unter „Modelle“ erhöhen oder auf den nächsten Monat warten.',
  ],
  [
    'At most {0} pictures go with one request. Take some away.',
    'Mit einer Anfrage gehen höchstens {0} Bilder. Einige wegnehmen.',
  ],
  [
    'This node costs {0} microcredits, which is more than is left of what you may spend this month. Ask for a higher limit.',
    'Dieser Knoten kostet {0} Mikrocredits, mehr als in diesem Monat noch ausgegeben werden darf. Um eine höhere Grenze bitten.',
  ],
  [
    'This run may cost {0} microcredits, and {1} are left of what you may spend this month. Ask for a higher limit, or run to fewer nodes.',
    'Dieser Lauf kann {0} Mikrocredits kosten, und {1} dürfen in diesem Monat noch ausgegeben werden. Um eine höhere Grenze bitten oder nur bis zu weniger Knoten ausführen.',
  ],
  [
    'This upload would exceed your own storage limit of {0} bytes. Delete files that you have uploaded and no longer need, or ask for more.',
    'Dieser Upload würde die eigene Speichergrenze von {0} Bytes überschreiten. Hochgeladene Dateien löschen, die nicht mehr gebraucht werden, oder um mehr bitten.',
  ],
  [
    'The address lies inside a private network. Add the webhook with --private where that is meant.',
    'Die Adresse liegt in einem privaten Netz. Den Webhook mit --private anlegen, wo das gemeint ist.',
  ],
  ['It did not answer within 15 seconds.', 'Innerhalb von 15 Sekunden kam keine Antwort.'],
  ['It answered {0}.', 'Die Antwort war {0}.'],
  ['It could not be reached ({0}).', 'Nicht erreichbar ({0}).'],
  [
    'Give a whole address, as https://example.com/runs.',
    'Eine ganze Adresse angeben, etwa https://example.com/runs.',
  ],
  [
    'Leave name and password out of the address: calls are signed.',
    'Name und Kennwort in der Adresse weglassen: Aufrufe sind signiert.',
  ],
  [
    'The address has to begin with https://. Inside a private network add --private for http://.',
    'Die Adresse muss mit https:// beginnen. In einem privaten Netz --private für http:// angeben.',
  ],
  [
    'A workspace has at most {0} webhooks. Remove one first.',
    'Ein Arbeitsbereich hat höchstens {0} Webhooks. Zuerst einen entfernen.',
  ],
];
