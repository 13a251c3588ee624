export * from './document.ts';
export * from './media.ts';
export * from './sketch.ts';
export * from './storyboard.ts';
export * from './to-timeline.ts';
export * from './merge.ts';
export * from './kind.ts';
export * from './board-timeline.ts';
