export type { SelectedFile as ChosenFile, VaryInput } from './axis-values.ts';
export * from './grids-page.tsx';
export type { VariedAxis } from './use-axes.ts';
export { VaryDialog } from './vary-dialog.tsx';
