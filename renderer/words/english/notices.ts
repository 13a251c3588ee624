import { pluralForm } from '../forms.ts';

/** What stands above the canvas of a project that was just opened, and beside fields that are full. */
export const notices = {
  more: (count: number): string => pluralForm(count, { one: '# more notice', other: '# more notices' }),
  showMore: 'Show more',
  dismissAll: 'Dismiss all',
  stepUndone: (step: string): string => `undo: ${step}`,
  versionBefore: (step: string): string => `Before: ${step}`,
  tooLong: (max: string): string => `Only the first ${max} characters were kept. This field holds no more.`,
  saved: (name: string): string => `Saved ${name}`,
  /** By the browser, into its folder for downloads. @param beside a file that goes with it. */
  downloaded: (name: string): string => `Downloaded ${name}`,
  downloadedBeside: (fileName: string): string => `Its settings are beside it, in ${fileName}.`,
  versionNotKept: 'The version before this step was not kept in the history',
  /** @param node what the wires run behind. */
  runsBehind: (wires: number, node: string) =>
    wires === 1
      ? `Another wire now runs behind “${node}”.`
      : `${wires} other wires now run behind “${node}”.`,
  routeAround: (wires: number) => (wires === 1 ? 'Lead it around' : 'Lead them around'),
} as const;
