/**
 * Native decoders are loaded in native children only. A fault in one of them ends its process, and a process with
 * keys or a database must not be that process.
 */

let isPermitted = false;

/** Called by the program of a native child, and by tests of what runs in one. */
export function permitNativeCode(): void {
  isPermitted = true;
}

/** @throws Error outside of a native child. */
export function assertNativeCodePermitted(library: string): void {
  if (isPermitted) return;
  throw new Error(
    `${library} may be loaded in a native child only. Give the work to a pool of native/pool instead.`,
  );
}
