import { CUT_ENDINGS, FOLDER_ENDING } from '#shared/timeline/cut-formats.ts';
import { formatAlternatives, pluralForm, withCounts } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { clips as english } from '../english/clips.ts';

export const clips: Translated<typeof english> = {
  proxy: 'Proxy',
  playedFromProxy: 'vom Proxy abgespielt',
  stillFrame: 'Ein Frame wird gehalten, ohne Ton.',
  resampled: 'Der Ton läuft mit, schneller höher und langsamer tiefer.',
  tooFastForSound: 'Bei diesem Tempo stumm. Ton gibt es von 25 % bis 400 %.',
  playheadOutside: (label) =>
    `Der Abspielkopf ist außerhalb des Clips: Dorthin bewegen, um ein Keyframe von ${label} zu setzen`,
  trimmed: (length, change) => `${length} lang, ${change}`,
  rolled: (left, right, change) => `${left} | ${right}, ${change}`,
  slipped: (from, change) => `ab ${from}, ${change}`,
  lastFrame: (time) => `Letzter Frame ${time}`,
  firstFrame: (time) => `Erster Frame ${time}`,
  kinds: { video: 'Video', image: 'Bild', audio: 'Ton', text: 'Text' },
  spoken: (name, kind, isMissing, from, length, speed) =>
    `${name}, ${kind}${isMissing ? ', fehlt' : ''}, ab ${from}, ${length} lang${speed === '' ? '' : `, ${speed}`}`,
  spokenSpeed: (speed) => `Tempo ${speed}`,
  spokenStill: 'Standbild',
  spokenTime: {
    hours: { one: '# Stunde', other: '# Stunden' },
    minutes: { one: '# Minute', other: '# Minuten' },
    seconds: { one: '# Sekunde', other: '# Sekunden' },
    frames: { one: '# Frame', other: '# Frames' },
  },
  razorOn: 'Rasierklinge: Jeder Klick schneidet',
  chooseOne: (selectedName) =>
    `Einen Clip auswählen, um seine Zeiten und seine Datei zu sehen. ${selectedName} mit einer Pfeiltaste geht von Clip zu Clip.`,
  stuck: (names) => `Nicht mitgewandert: ${withCounts(names.map((name) => `„${name}“`)).join(', ')}`,
  stuckWhy: 'Ein Clip ist dort im Weg. Davor Platz schaffen oder rückgängig machen.',
  notMadeHere:
    'Diese Datei stammt aus keinem Lauf, der auf diesem Computer zu sehen war. Sie kam von anderswo.',
  onlyOneTake: 'Das ist der einzige Take seines Knotens. Erneut ausführen, um einen weiteren zu machen.',
  takesLocked: 'Die Spur entsperren, um einen anderen Take an die Stelle des Clips zu setzen.',
  fileRead: 'Die Datei wurde gelesen',
  imported: (project) =>
    project === null ? 'Zeitleiste importiert' : `Zeitleiste als Projekt „${project}“ importiert`,
  covered: (name, frames, segmentCount) =>
    `„${name}“ ist ${pluralForm(frames, ['# Frame', '# Frames'])} kürzer${
      segmentCount > 1 ? `, in ${segmentCount} Teilen` : ''
    }.`,
  coveredAll: (name) => `„${name}“ ist weg.`,
  coveredMany: (clipCount) =>
    pluralForm(clipCount, ['# Clip ist kürzer oder weg.', '# Clips sind kürzer oder weg.']),
  coveredWhy: 'Worüber andere Clips gelegt wurden, das ist dort weggeschnitten.',
  undo: 'Rückgängig',
  stepNudge: (count) =>
    count === 1 ? 'Clip rücken' : pluralForm(count, ['# Clip rücken', '# Clips rücken']),
  nudged: (frames) =>
    frames === 0
      ? 'Wieder an der alten Stelle'
      : `Um ${pluralForm(Math.abs(frames), ['# Frame', '# Frames'])} nach ${frames < 0 ? 'vorn' : 'hinten'} gerückt`,
  noFile: 'Keine Datei',
  named: (name) => `„${name}“`,
  placed: (name, time) => (name === '' ? `Bei ${time}` : `„${name}“ bei ${time}`),
  onTrack: (name) => (name === '' ? 'Eine Spur' : `Spur „${name}“`),
  stepPaste: (count) =>
    count === 1 ? 'Clip einfügen' : pluralForm(count, ['# Clip einfügen', '# Clips einfügen']),
  stepCut: (count) =>
    count === 1 ? 'Clip ausschneiden' : pluralForm(count, ['# Clip ausschneiden', '# Clips ausschneiden']),
  copied: (count) => (count === 1 ? 'Clip kopiert' : `${count} Clips kopiert`),
  noGap: 'Am Abspielkopf ist auf dieser Spur keine Lücke.',
  noGaps: 'Auf dieser Spur sind keine Lücken.',
  noTrackAbove: 'Über dieser ist keine Spur dieser Art.',
  noTrackBelow: 'Unter dieser ist keine Spur dieser Art.',
  nothingCopied: 'Es gibt keine Clips zum Einfügen',
  nothingCopiedWhy: 'Clips hier kopieren oder auf der Zeitleiste eines anderen Projekts oder Fensters.',
  gapOf: (length) => `Lücke von ${length}`,
  stepCloseGap: 'Lücke schließen',
  stepDetachSound: (count) =>
    count === 1 ? 'Ton lösen' : pluralForm(count, ['Ton von # Clip lösen', 'Ton von # Clips lösen']),
  notImported: (name) => `${name} wurde nicht importiert`,
  captionsFrom: (name) => `Untertitel aus ${name}`,
  captionsFromTitle: (name) => `${name}. Die Eingabetaste legt die Untertitel auf eine eigene Spur.`,
  ease: (label) => `Wie ${label} ab diesem Keyframe weitergeht`,
  easeLinear: 'Gleichmäßig',
  easeSmooth: 'Weich ein und aus',
  easeHold: 'Halten',
  stepEase: 'Verlauf zwischen Keyframes ändern',
  marker: 'Marker',
  markerAt: (time) => `Marker bei ${time}`,
  markerSaying: (text, time) => `Marker „${text}“ bei ${time}`,
  stepImported: (name) => `${name} importieren`,
  noTimeline: 'Dieses Projekt hat noch keine Zeitleiste',
  noTimelineDetail: `Bilder, Videos und Audiodateien hier ablegen oder einen Schnitt aus einem anderen Programm (${formatAlternatives([...CUT_ENDINGS, FOLDER_ENDING])}).`,
  noTimelineWithBoard:
    'Das Storyboard hat Shots, aus denen sie entstehen kann. Oder Bilder, Videos, Audiodateien oder einen Schnitt aus einem anderen Programm hier ablegen.',
  firstClips:
    'Noch liegt nichts auf diesen Spuren. Bilder, Videos und Audiodateien hier ablegen, Ausgaben von Läufen und andere Dateien oben mit „Dateien hinzufügen“ auswählen oder mit „Schnitt importieren…“ den Schnitt eines anderen Programms hereinholen.',
  addTrackOfKind: {
    picture: 'Videospur hinzufügen',
    sound: 'Audiospur hinzufügen',
    captions: 'Untertitelspur hinzufügen',
  },
  stepAddTrack: {
    picture: 'Videospur hinzufügen',
    sound: 'Audiospur hinzufügen',
    captions: 'Untertitelspur hinzufügen',
  },
  trackOfKind: { picture: 'Video', sound: 'Audio', captions: 'Untertitel' },
  lowLevel: (peak) => `${peak} dB`,
  lowLevelWhy: (peak, factor) =>
    `Die lauteste Stelle liegt bei ${peak} dB. Damit sie zu sehen ist, wird die Wellenform ${factor}-mal so hoch gezeichnet.`,
  export: 'Exportieren',
  importEdit: 'Schnitt importieren…',
  importEditTitle: 'Schnitt importieren',
  readsReplaced: 'Die Zeitleiste wird gelesen…',
  replacesUnread:
    'Die Zeitleiste war nicht lesbar: Was sie auch an Clips hat, wird ersetzt. Der Graph bleibt, wie er ist.',
  newProject: 'Beginnt eines mit dieser Zeitleiste.',
  newProjectName: 'Name des neuen Projekts',
  nameOfTimeline: 'Wie die Zeitleiste heißt',
  startEmpty: 'Mit leeren Spuren beginnen',
  makeFromStoryboard: 'Aus dem Storyboard erstellen',
  undoImport: 'Mit Rückgängig kommt die vorherige Zeitleiste zurück.',
  dissolve: 'Überblendung vom vorigen Clip',
  stepDissolve: 'Überblendung ändern',
  stepAddDissolve: 'Überblendung hinzufügen',
  stepRemoveDissolve: 'Überblendung entfernen',
  dissolveLength: 'Überblendung',
  crossFadeLength: 'Kreuzblende',
  crossFade: 'Kreuzblende vom vorigen Clip',
  dissolveSpan: (frames, seconds) => `${seconds} s, ${pluralForm(frames, ['# Frame', '# Frames'])}`,
  dissolveLongest: (time) =>
    `Die Datei des vorigen Clips reicht noch ${time} weiter; dann wird ihr letzter Frame gehalten.`,
  added: (count, name, from) =>
    count === 1
      ? `„${name}“ wurde bei ${from} hinzugefügt`
      : `${pluralForm(count, ['# Clip', '# Clips'])} ab ${from} hinzugefügt`,
  besideOnNew: (track) => `Auf eine neue Spur gelegt, „${track}“: Nichts wurde überschrieben.`,
  besideOn: (track) => `Auf „${track}“ gelegt, wo Platz ist: Nichts wurde überschrieben.`,
  notThere: 'Dieser Clip ist nicht mehr auf der Zeitleiste',
  trackHeight: (name) => `Höhe von ${name}`,
  setTrackHeight: 'Spurhöhe setzen',
  missing: 'Die Datei fehlt',
  shotWithoutPicture: 'Der Shot hat noch kein Bild',
  missingNamed: (name) => `Die Datei „${name}“ fehlt`,
  nothingToShow: 'Die Datei dieses Clips fehlt.',
  isHeic: (name) =>
    `${name} ist HEIC und hier nicht lesbar. Auf dem iPhone Einstellungen, Kamera, Formate, Maximale Kompatibilität wählen oder das Foto als JPEG speichern und dieses ablegen.`,
  isJpegXl: (name) =>
    `${name} ist JPEG XL. Knoten und Filme haben dafür keinen Decoder: Sie lesen JPEG, PNG, WebP, AVIF, GIF, TIFF und SVG. Als PNG oder JPEG speichern und dieses ablegen.`,
  hasHdrMap: (name) =>
    `${name} hat eine Gain-Map für HDR-Bildschirme. Hier wird das gewöhnliche Bild verwendet; die Datei selbst bleibt, wie sie ist.`,
  hasHdrProfile: (name) =>
    `${name} ist ein JPEG mit einem HDR-Profil: Seine hellsten Stellen können in Knoten anders aussehen als in Vorschauen. Als AVIF oder PNG in HDR speichern und dieses ablegen, dann sieht es überall gleich aus.`,
  hasSoundTracks: (name, count) =>
    `${name} hat ${count} Tonspuren, von denen eine zu hören ist: die erste, die laut Datei abgespielt werden soll. Der Knoten „Ton herauslösen“ holt eine andere heraus.`,
  isExternal: (name) =>
    `${name} enthält selbst keine Bilder und keinen Ton: Es verweist auf andere Dateien, und die werden nicht geöffnet. Noch einmal als eine vollständige Datei exportieren und diese ablegen.`,
  nothingToShowNamed: (name) => `Die Datei „${name}“ fehlt.`,
  notInProject: (name) => `„${name}“ ist nicht unter den Dateien dieses Projekts.`,
  notReadNow: (name) => `„${name}“ ist im Moment nicht lesbar. Erneut versuchen, wenn der Dienst antwortet.`,
  transitionsTooEarly: 'Übergänge, die vor ihrer Datei beginnen',
  dropHere: {
    beside: 'Hier hinzufügen, über keinem Clip. Strg fügt ein, Umschalt überschreibt',
    insert: 'Hier einfügen',
    overwrite: 'Hier überschreiben',
  },
  dissolvesPlayOn: 'Überblendungen vom Ende eines Videos',
  dissolvesPlayOnWhy:
    'Das Video davor hat keine Bilder mehr. Hier wird sein letzter Frame gehalten; andere Programme zeigen womöglich Schwarz.',
  textsAsGenerators: 'Untertitel und Titel',
  textsAsGeneratorsWhy:
    'In der Datei sind sie Textgeneratoren, die andere Programme in ihrem eigenen Stil zeigen.',
  several: 'Clips mit mehreren Dateien',
  veryMany: 'Clips mit sehr vielen Dateien',
  noTime: (text) =>
    `„${text.slice(0, 40)}“ ist keine Zeit. Timecode wie 00:00:02:12 oder Sekunden wie 2.5 eingeben.`,
  tooLong: 'Clips, die mehr zeigen, als ihre Datei hat',
  noLength: 'Weder der Clip noch seine Datei nennt die Länge. Sie blieben bei 0 s.',
  importUnreadable:
    'Der Dienst hat auf den Import etwas geantwortet, das Patchbay nicht lesen kann. Erneut versuchen oder dem Betreiber des Dienstes melden.',
  bundleReplaced:
    'Statt der Datei kam etwas anderes, wie es ein Gastnetz vor der Anmeldung tut. Die Netzwerkverbindung prüfen, dann erneut versuchen.',
  soundNotWritten: 'Ton von Videos',
  soundNotWrittenWhy:
    'Eine Liste enthält von einem Video nur das Bild. Den Ton lösen, um ihn in einer eigenen Liste zu haben.',
  soundStays: (filename) => `Der Ton, den „${filename}“ haben kann, bleibt zurück.`,
  soundStaysHere: (filename) => `Andere Programme spielen „${filename}“ ohne den Ton ab, den es haben kann.`,
  soundStaysHereWhy:
    'OpenTimelineIO enthält von einem Video nur das Bild. Den Ton lösen, um ihn in anderen Programmen zu haben. Hier wieder importiert, klingt das Video wie zuvor.',
  videosSilent: 'Videos ohne ihren Ton',
  videosSilentWhy:
    'Die Datei hat Ton auf eigenen Spuren und keines dieser Videos. Ihre Lautstärke anheben, wo sie klingen sollen.',
  goneFromLibrary: (name) => `„${name}“ ist nicht mehr in der Bibliothek.`,
  notCompared: 'Eine der beiden Zeitleisten ist nicht lesbar, daher lassen sie sich nicht vergleichen.',
  bundleNeedsService: (reason) =>
    `${reason} Bis dahin wäre diese Form ohne die letzten Änderungen. FCP 7 XML und EDL werden hier geschrieben und brauchen keinen Dienst.`,
  unsoundNotExported:
    'Die Zeitleiste hat Probleme und lässt sich daher nicht exportieren. Auf ihrer Seite sind sie aufgeführt.',
  bundleCutOff: 'Die Datei ist unterwegs abgebrochen. Erneut versuchen.',
};
