export * from './types.ts';
export * from './graph.ts';
export * from './pin-type.ts';
export { connectionChecker, whyNotConnect } from './connect.ts';
export {
  applyOperation,
  applyOperations,
  applyLenient,
  applyWithInverse,
  invert,
  type AppliedWithInverse,
  type ApplyOptions,
} from './operations.ts';
export { targetOf, textsOf, type Target } from './operation-table.ts';
export { inputValue } from './node-fields.ts';
export { inputKey } from './keys.ts';
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
