import { useCompileCache } from './cli/compile-cache.ts';

/** The worker's entry. The program is loaded after the cache of compiled code is in use. */
useCompileCache();
await import('./cli/worker/program.ts');
