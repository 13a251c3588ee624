/** Masks drawn by hand over a picture. */
export { MaskWindow } from './page/mask-window.tsx';
export type { MaskTarget } from './page/mask-target.ts';
