import { closeCrashNet, installCrashNet } from './crash-net.ts';

/** For programs that are no tests but start processes like them: rigs, benchmarks, made-up calls, stories. */

installCrashNet();
process.once('beforeExit', () => void closeCrashNet());
