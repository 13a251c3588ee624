import { pluralForm } from '../forms.ts';

export const runs = {
  notStarted: 'The run was not started',
  isShown: 'This run is on the canvas already.',
  /** Which graph a run executed; null where it was none of the saved ones: nodes were muted or frozen, or edits not saved. */
  graphOf: (version: number | null) => (version === null ? 'as on the canvas' : `version ${version}`),
  template: 'from a template',
  /** Of a grid or batch, whose values are seldom those of the canvas. */
  ofBatch: 'with the values of a grid or batch',
  /** Of a graph that ran once more, with nothing changed. */
  onceMore: 'once more as it was',
  moreChanges: (count: number) => `${count} more`,
  /** Of a run that exported a film. */
  film: 'exported film',
  exportOf: (filename: string) => `Export of “${filename}”`,
  /** What the Run button does where the rest is reused. @param isExact false where the service has not said so. */
  runNodes: (count: number, isExact: boolean) =>
    `Run ${isExact ? '' : 'about '}${pluralForm(count, { one: '# node', other: '# nodes' })}`,
  /** @param label of an output, as `PNG · 2 kB`. @param times how often a run made the same. */
  madeTimes: (label: string, times: number) =>
    times === 1 ? label : `${pluralForm(times, { one: '# time', other: '# times' })} · ${label}`,
  notSet: (pin: string) => `${pin} is not set.`,
  /** @param feeder the muted node whose wire ends at the pin. */
  feederMuted: (feeder: string, pin: string) => `${feeder} is muted, and gives no ${pin}.`,
  /** @param price `30 credits`; null where none is set. */
  perhapsCharged: (price: string | null) => (price === null ? 'perhaps charged' : `perhaps charged ${price}`),
  /** On the node; the whole sentence is beside it. */
  bandOf: (price: string | null) =>
    price === null ? 'No answer. Perhaps charged.' : `No answer. Perhaps charged ${price}.`,
  /** Asks a model once more whose answer is lost. */
  askAgain: (price: string | null) => (price === null ? 'Ask again' : `Ask again · ${price}`),
  askAgainMany: (count: number) => `Ask ${count} again`,
  mutedNode: 'Muted: runs go past it',
};
