import { pluralForm, number } from '../forms.ts';

const frames = (count: number): string => pluralForm(count, { one: '# frame', other: '# frames' });

/** Making a file of a film. */
export const filmExport = {
  title: 'Export film',
  aboutRun:
    'The film as the monitor shows it, with its sound. The service makes it while you go on, also when this page is closed and after a restart. Then it is in the gallery.',
  aboutWindow: 'The film as the monitor shows it, with its sound, as a file on this computer.',
  cancel: 'Cancel',
  start: 'Export',
  format: 'Format',
  madeBy: 'Made by',
  byRun: 'The service, beside other work',
  byWindow: 'This window, which stays open',
  part: 'What',
  whole: 'The whole film',
  range: 'The marked range',
  captions: 'Captions',
  captionsBurnt: 'In the picture',
  captionsBeside: 'In an SRT file beside the film',
  captionsNone: 'Left out',
  keep: 'Also save it among the files of this account',
  size: 'Size',
  rate: 'Frames a second',
  rateOf: (rate: number, isNative: boolean) =>
    `${Math.round(rate * 1000) / 1000}${isNative ? ', as the timeline' : ''}`,
  quality: 'Quality',
  medium: 'Medium: small file',
  high: 'High',
  veryHigh: 'Very high: large file',
  summaryFilm: (count: number, length: string) => `${frames(count)}, ${length}, with sound.`,
  withoutFile: (count: number) =>
    pluralForm(count, {
      one: '# clip has no file: words stand in its place.',
      other: '# clips have no file: words stand in their place.',
    }),
  unreadable: (count: number) =>
    pluralForm(count, {
      one: '# clip cannot be read. Choose another file for it, or export the film with words in its place.',
      other:
        '# clips cannot be read. Choose other files for them, or export the film with words in their place.',
    }),
  showWords: 'Export with words in place of what cannot be read',
  unreadableClip: (sentence: string) =>
    `${sentence} Choose another file for its clip, or export the film with words in its place.`,
  moreWithoutFile: (count: number) => pluralForm(count, { one: 'and # more', other: 'and # more' }),
  unnamedClip: 'Clip without a name',
  showClip: 'Show it on the timeline',
  summarySound: (length: string) => `${length} of sound at 48 kHz in stereo.`,
  tooManyMedia: (count: number, most: number) =>
    `The film has ${number(count)} media, and the service takes at most ${number(most)} at a time, so this window makes it.`,
  tooManyFrames: (count: number, most: number) =>
    `The film has ${frames(count)}, and the service makes at most ${number(most)} at a time. Mark a range and export it in parts.`,
  tooManyPixels: (size: string) =>
    `The service makes films of at most 4096 × 2304 pixels, and this one has ${size}. Choose half the size.`,
  tooLong: 'The service makes films that end within their first 24 hours. Mark an earlier range.',
  serviceAway: 'The service cannot be asked now, so this window makes the film.',

  making: 'Export',
  windowStays: 'You can go on when it is saved. Canceling leaves nothing behind.',
  makingHere: 'Making the film…',
  uploading: 'It is saved. It goes to the files of this account…',
  amount: (completed: number, total: number, isPicture: boolean) =>
    `${number(completed)} of ${number(total)} ${isPicture ? 'frames' : 'pieces'}`,
  left: (time: string) => `${time} left`,
  otherChoices: 'Other choices…',
  exported: (name: string) => `Exported ${name}`,

  list: 'Exports of this film',
  waiting: (name: string) => `“${name}” waits for its turn`,
  running: (name: string) => `Exporting “${name}”`,
  stopping: (name: string) => `Stopping the export of “${name}”`,
  percent: (progress: number) => `${Math.floor(progress * 100)} %`,
  stop: 'Stop export',
  stopped: (name: string) => `The export of “${name}” was stopped`,
  notStopped: 'The export was not stopped',
  ready: (name: string) => `“${name}” is exported`,
  readyOutside: 'The film is exported',
  notMade: (name: string) => `“${name}” was not exported.`,
  notMadeOutside: 'The film was not exported',
  failed: 'The film was not made. Try again.',
  madeNothing: 'The run is done, but it made no film. Try again.',
  watch: 'Watch',
  save: 'Save…',
  gallery: 'Show in the gallery',
  inWindow: 'Export in this window…',
  dismiss: 'Dismiss',
} as const;
