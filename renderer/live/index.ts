export type { LastPreviewsStore } from './last-shown.ts';
export type { LiveDocument } from './live-document.ts';
export * from './live-previews.ts';
export type { LivePlan } from './live-plan.ts';
export * from './live-run.ts';
export { planProposed } from './proposed-plan.ts';
export * from './live-switch.tsx';
