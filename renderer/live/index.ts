export type { LastPreviewsStore } from './last-shown.ts';
export type { LiveDocument } from './live-document.ts';
export * from './live-previews.ts';
export * from './live-run.ts';
export * from './live-switch.tsx';
