export * from './again-dialog.tsx';
export * from './gallery.tsx';
export { inputLabel, valueLabel } from './labels.ts';
