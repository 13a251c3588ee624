export * from './document.ts';
export * from './timeline.ts';
export type { Checked, DocumentProblem } from '../document/problems.ts';
