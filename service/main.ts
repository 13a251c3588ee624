import { useCompileCache } from './cli/compile-cache.ts';

/** The service's entry. The program is loaded after the cache of compiled code is in use. */
useCompileCache();
await import('./program.ts');
