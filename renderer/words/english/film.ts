/** The monitor, and the making of films. */

/** With a real minus, and one digit. */
const decibels = (value: number): string => value.toFixed(1).replace('-', '−');

export const film = {
  measureLoudness: 'Measure loudness',
  loudnessMeasuring: (part: number) => `Measuring ${Math.floor(part * 100)} %`,
  loudnessFailed: 'Loudness not measured',
  silent: 'Silent',
  lufs: (value: number) => `${decibels(value)} LUFS`,
  peak: (value: number) => `peak ${decibels(value)} dB`,
  peakTooLoud: (value: number) => `peak +${decibels(value)} dB, cut off in a file`,
  loudnessOf: (part: string) => `Loudness of the ${part}, by EBU R 128`,
} as const;
