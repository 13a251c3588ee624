/**
 * How Node is started for a process that reads large foreign responses, so that memory it needed for a moment goes back
 * to the system. Objects that live for a moment get 16 MiB at a time, not up to 64, and a block of 128 KiB or more is a
 * mapping of its own: in the common heap one small block above it would hold it for good.
 */
export const memoryFlags: readonly string[] = ['--max-semi-space-size=16'];

/** Read by the C library of Linux as the process begins, and by no other system's. */
export const memoryEnvironment: Readonly<Record<string, string>> = {
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
