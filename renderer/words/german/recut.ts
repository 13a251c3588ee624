import { pluralForm, withCounts } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { recut as english } from '../english/recut.ts';

const changes = (count: number): string => pluralForm(count, ['# Änderung', '# Änderungen']);

const MAX_NAMES = 3;
const joinNames = (names: readonly string[]): string => {
  const uniqueNames = withCounts(names.map((name) => `„${name}“`));
  return `${uniqueNames.slice(0, MAX_NAMES).join(', ')}${uniqueNames.length > MAX_NAMES ? '…' : ''}`;
};

export const recut: Translated<typeof english> = {
  kinds: {
    moved: 'Verschoben',
    trimmed: 'Getrimmt',
    new: 'Neu',
    missing: 'Fehlt',
    changed: 'Geändert',
  },
  unnamed: 'Ein Clip ohne Namen',
  bar: (filename) => `Änderungen von ${filename}`,
  none: (filename) => `${filename} hat keine Änderungen an dieser Zeitleiste mehr.`,
  all: (count) => pluralForm(count, ['# Änderung', 'Alle # Änderungen']),
  allWithAlong: (count, rippled) =>
    `${pluralForm(count, ['# Änderung', 'Alle # Änderungen'])}${rippled > 0 ? `, ${pluralForm(rippled, ['# Clip', '# Clips'])} mitgewandert` : ''}`,
  movedAlong: (count) => pluralForm(count, ['# Clip mitgewandert', '# Clips mitgewandert']),
  showAlong: 'Anzeigen',
  hideAlong: 'Ausblenden',
  nameAt: (name, time) => `${name}, bei ${time}`,
  soundOf: (name) => `${name}, der Ton`,
  previous: 'Vorherige Änderung',
  next: 'Nächste Änderung',
  take: (count) => (count === 0 ? 'Änderungen übernehmen' : `${changes(count)} übernehmen`),
  close: 'Vergleich schließen',
  took: (count) => (count === 0 ? 'Marker übernommen' : `${changes(count)} übernommen`),
  along: (names) =>
    `Um Platz zu schaffen, ${pluralForm(names.length, ['kommt # weitere Änderung', 'kommen # weitere Änderungen'])} mit: ${joinNames(names)}.`,
  inPlace: (names) => `Nicht an neuer Stelle, weil dort ein anderer Clip liegt: ${joinNames(names)}.`,
  step: (count) =>
    count === 0 ? 'Marker eines Schnitts übernehmen' : `${changes(count)} eines Schnitts übernehmen`,
  markersAlso: (count) =>
    `Mit allen Änderungen ${pluralForm(count, ['kommt # Marker', 'kommen # Marker'])} mit.`,
  markersOnly: (filename, count) =>
    `${filename} hat keine Änderungen an Clips, aber ${pluralForm(count, ['# Marker unterscheidet', '# Marker unterscheiden'])} sich.`,
  takeMarkers: 'Marker übernehmen',
  show: 'Auf der Zeitleiste anzeigen',
  at: (time) => `bei ${time}`,
  notInFile: 'ist nicht in der Datei',
  notInVersion: 'ist nicht in der Version',
  shows: (filename) => `zeigt ${filename}`,
  differs: {
    medium: 'andere Datei',
    track: 'auf anderer Spur',
    transform: 'Größe oder Position',
    dissolve: 'andere Überblendung',
    fades: 'andere Blenden',
    keyframes: 'andere Keyframes',
    words: 'anderer Text',
    rest: 'andere Verknüpfungen oder Einstellungen',
  },
  onlyClips: 'Verglichen werden Clips und Marker, nicht Spuren und Format.',
  moved: (times) => `bei ${times}`,
  length: (times) => `Länge ${times}`,
  from: (times) => `ab ${times}`,
  pair: (before, after) => `${before} → ${after}`,
  renamed: (name) => `heißt ${name}`,
  percent: (percent) => `${percent} %`,
  opacity: (percents) => `Deckkraft ${percents}`,
  volume: (percents) => `Lautstärke ${percents}`,
  speed: (speeds) => `Tempo ${speeds}`,
  newTrack: 'auf neuer Spur',
  unchanged: (count) => pluralForm(count, ['# Clip unverändert.', '# Clips unverändert.']),
};
