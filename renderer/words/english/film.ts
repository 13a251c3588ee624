import { pluralForm } from '../forms.ts';

/** The monitor, and the making of films. */

/** With a real minus, and one digit. */
const decibels = (value: number): string => value.toFixed(1).replace('-', '−');

export const film = {
  loudnessScopes: { film: 'film', range: 'marked range' },
  measureLoudness: 'Measure loudness',
  loudnessMeasuring: (progress: number) => `Measuring ${Math.floor(progress * 100)} %`,
  loudnessFailed: 'Loudness not measured',
  silent: 'Silent',
  lufs: (value: number) => `${decibels(value)} LUFS`,
  peak: (value: number) => `peak ${decibels(value)} dB`,
  peakTooLoud: (value: number) => `peak +${decibels(value)} dB, cut off in a file`,
  loudnessOf: (trackName: string) => `Loudness of the ${trackName}, by EBU R 128`,
  proxyNoResponse: 'No answer about its proxy came. Try again.',
  proxyMaking: (name: string, progress: number) => `Proxy of ${name}: ${Math.floor(progress * 100)} %`,
  proxyFailed: (name: string, message: string) => `${name} has no proxy. ${message}`,
  proxiesShown: (count: number, canExportOriginals: boolean) =>
    `${pluralForm(count, { one: '# proxy', other: '# proxies' })} shown, exports take the originals${canExportOriginals ? '' : ' that play here'}`,
  proxyRetry: 'Try again',
  waitsForProxy: (name: string, progress: number) =>
    `“${name}” cannot be played here as it is. A copy that can is being made: ${Math.floor(progress * 100)} %.`,
  cannotBePlayed: (name: string, message: string) => `“${name}” cannot be played here. ${message}`,
} as const;
