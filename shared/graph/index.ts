export * from './types.ts';
export * from './graph.ts';
export * from './pin-type.ts';
export { connectionChecker, whyNotConnect } from './connect.ts';
export {
  applyOperation,
  applyOperations,
  applyWhatFits,
  applyWithInverse,
  inputValue,
  invert,
  type AppliedWithInverse,
  type ApplyOptions,
} from './operations.ts';
export { coalesce } from './coalesce.ts';
export { diff, sameGraph } from './diff.ts';
export * from './compare.ts';
export * from './sketch.ts';
export * from './rebase.ts';
export * from './topology.ts';
export * from './validate.ts';
export * from './node-size.ts';
export * from './plan-apply.ts';
export * from './stable-json.ts';
export * from './assert-never.ts';
