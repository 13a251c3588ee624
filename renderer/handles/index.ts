/** Inputs of a node changed by hand on a picture. */
export { HandsDialog } from './page/hands-dialog.tsx';
