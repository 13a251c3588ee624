import { closeCrashNet, installCrashNet } from './crash-net.ts';

/** For the process that starts the workers of the tests: a worker that crashes leaves its backtrace as well. */

export const setup = (): void => installCrashNet();
export const teardown = (): Promise<void> => closeCrashNet();
