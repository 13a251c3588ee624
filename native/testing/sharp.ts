import { permitNativeCode } from '../decoders/guard.ts';

/** sharp for tests and benchmarks: they make pictures, look at results and run nodes in their own process. */
permitNativeCode();

export { sharp } from '../decoders/sharp.ts';
export type { Metadata, Sharp } from '../decoders/sharp.ts';
