/** How keys are read, and what they are called. */
export * from './composition.ts';
export * from './hotkeys.ts';
export * from './press-chord.ts';
export * from './press.ts';
export * from './select-all.ts';
