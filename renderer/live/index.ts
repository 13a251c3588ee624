export * from './live-previews.ts';
export * from './live-run.ts';
export * from './live-switch.tsx';
