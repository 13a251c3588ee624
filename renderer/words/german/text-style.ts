import type { Translated } from '../translated.ts';
import type { textStyle as english } from '../english/text-style.ts';

export const textStyle: Translated<typeof english> = {
  title: 'Aussehen',
  typeface: 'Schrift',
  typefaces: { sans: 'Serifenlos', serif: 'Mit Serifen', mono: 'Feste Breite' },
  size: 'Größe %',
  bold: 'Fett',
  color: 'Textfarbe',
  box: 'Kasten hinter dem Text',
  boxColor: 'Farbe des Kastens',
  boxOpacity: 'Deckkraft des Kastens %',
  position: 'Position',
  positions: { top: 'Oben', middle: 'Mitte', bottom: 'Unten' },
  align: 'Ausrichtung',
  alignments: { left: 'Links', center: 'Mittig', right: 'Rechts' },
  step: 'Aussehen von Text ändern',
  stepTrack: 'Aussehen von Untertiteln ändern',
  forTrack: 'Für alle Untertitel der Spur',
  asTrack: 'Aussehen wie die Spur',
  reset: 'Aussehen zurücksetzen',
  stepShare: 'allen Untertiteln ein Aussehen geben',
  trackHint: 'Untertitel mit eigenem Aussehen behalten es.',
};
