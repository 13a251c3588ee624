export * from './film-range.ts';
export * from './monitor.tsx';
export * from './playhead.ts';
