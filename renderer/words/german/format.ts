import type { Translated } from '../translated.ts';
import type { format as english } from '../english/format.ts';

export const format: Translated<typeof english> = {
  title: 'Format der Zeitleiste',
  settings: 'Einstellungen der Zeitleiste',
  untitled: 'Zeitleiste',
  button: (rate, size) => `Format: ${rate} fps, ${size}`,
  name: 'Name der Zeitleiste',
  rate: 'Framerate',
  fps: (rate) => `${rate} fps`,
  size: 'Größe',
  width: 'Breite',
  height: 'Höhe',
  timesStay:
    'Clips behalten ihre Zeiten in Sekunden: Bei anderer Framerate können Schnitte zwischen zwei Frames liegen.',
  stepName: 'Zeitleiste benennen',
  stepRate: 'Framerate ändern',
  stepSize: 'Größe ändern',
  track: 'Spur',
  trackName: 'Name',
  trackVolume: 'Lautstärke %',
  trackHeight: 'Höhe',
  stepTrackVolume: 'Lautstärke einer Spur ändern',
};
