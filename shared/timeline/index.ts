export * from './document.ts';
export * from './ext.ts';
export * from './timeline.ts';
