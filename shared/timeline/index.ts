export * from './document.ts';
export * from './timeline.ts';
