import { afterAll } from 'vitest';
import { endChildProcesses } from './child-processes.ts';
import { reportCrashes, installCrashNet } from './crash-net.ts';

installCrashNet();

// Hooks end in the reverse of their order: this one, the first, comes after those of the test file itself.
afterAll(async () => {
  const left = await endChildProcesses();
  await reportCrashes();
  for (const command of left) console.warn(`A test left a process behind, which was ended: ${command}`);
});
