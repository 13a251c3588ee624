import { pluralForm } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { film as english } from '../english/film.ts';

const decibels = (value: number): string => value.toFixed(1).replace('-', '−').replace('.', ',');

export const film: Translated<typeof english> = {
  loudnessScopes: { film: 'Film', range: 'markierter Bereich' },
  measureLoudness: 'Lautheit messen',
  loudnessMeasuring: (progress) => `Misst ${Math.floor(progress * 100)} %`,
  loudnessFailed: 'Lautheit nicht gemessen',
  silent: 'Stumm',
  lufs: (value) => `${decibels(value)} LUFS`,
  peak: (value) => `Spitze ${decibels(value)} dB`,
  peakTooLoud: (value) => `Spitze +${decibels(value)} dB, in einer Datei abgeschnitten`,
  loudnessOf: (trackName) => `Lautheit: ${trackName}, nach EBU R 128`,
  proxyNoResponse: 'Zum Proxy kam keine Antwort. Erneut versuchen.',
  proxyMaking: (name, progress) => `Proxy von ${name}: ${Math.floor(progress * 100)} %`,
  proxyFailed: (name, message) => `${name} hat keinen Proxy. ${message}`,
  proxiesShown: (count, canExportOriginals) =>
    `${pluralForm(count, ['# Proxy wird', '# Proxys werden'])} gezeigt, Exporte nehmen die Originale${canExportOriginals ? '' : ', die hier abspielbar sind'}`,
  proxyRetry: 'Erneut versuchen',
  waitsForProxy: (name, progress) =>
    `„${name}“ lässt sich hier so nicht abspielen. Eine abspielbare Kopie entsteht: ${Math.floor(progress * 100)} %.`,
  cannotBePlayed: (name, message) => `„${name}“ lässt sich hier nicht abspielen. ${message}`,
};
