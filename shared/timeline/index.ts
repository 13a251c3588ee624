export * from './document.ts';
export * from './kind.ts';
export * from './ext.ts';
export * from './recut.ts';
export * from './sketch.ts';
export * from './speed.ts';
export * from './timeline.ts';
