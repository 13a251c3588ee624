import type { EdlRate, EdlRateReason } from '#shared/interchange/index.ts';

const rateName = (rate: number): string => `${Math.round(rate * 1000) / 1000}`;

const reasons: Readonly<Record<EdlRateReason, string>> = {
  said: 'The list says it.',
  drop: 'The list drops frame numbers, which only 29.97 and 59.94 do.',
  lengths: 'At this rate its clips are as long as their sources.',
  project: 'The list does not say it. It fits the rate of this project.',
  numbers: 'The list does not say it. It is the lowest rate that has all of its frame numbers.',
};

/** Cuts of other programs on their way in and out. */
export const interchange = {
  rate: 'Frame rate',
  rateName: (rate: number, guess: EdlRate) =>
    Math.abs(rate - guess.rate) < 1e-6 && guess.reason !== 'said'
      ? `${rateName(rate)} (likely)`
      : rateName(rate),
  rateReason: (guess: EdlRate) => reasons[guess.reason],
  cutTooLarge: 'The file is larger than 64 MB. Export a shorter part of the timeline and import that.',
  cutTooSlow: 'The file takes too long to read. Export a shorter part of the timeline and import that.',
  fileGone: (name: string) => `${name} cannot be read. Look whether it is still there, and choose it again.`,
  encodingHint: 'The file does not say it. Choose another where accents are wrong.',
  looking: 'Looking into the file…',
};
