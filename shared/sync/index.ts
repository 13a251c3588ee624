export * from '../documents/clash.ts';
export type { Failure } from '../documents/saving-events.ts';
export * from './sync-state.ts';
export * from './sync-events.ts';
export * from './save-status.ts';
export * from './edit-base.ts';
export * from './undo-stacks.ts';
export { openQuestions } from './merge-step.ts';
export { advance, saveBackoff } from './sync-machine.ts';
