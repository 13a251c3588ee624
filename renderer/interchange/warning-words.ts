/** What became of something: it came in another form, it is not there, or it is only worth knowing. */
export type WarningKind = 'changed' | 'missing' | 'note';

/** What is said of all warnings of a code. */
export interface WarningWords {
  kind: WarningKind;
  /** What happened, in a few words. */
  title: string;
  /** What it means, or what to do about it. */
  text: string;
}
