import { createEngine } from '../engine.ts';
import { openContext, TEST_NODES } from './engine-bench.ts';

/**
 * The engine as a process of its own, for tests that kill it: `node engine-process.ts DATA_DIRECTORY`. It takes up what
 * it finds there, and ends when nothing is left to do.
 */
const [directory] = process.argv.slice(2);
if (directory === undefined) throw new Error('Name a data directory.');
const settings = { nodesModule: TEST_NODES, threads: 2 };
const ctx = await openContext(directory, {}, settings);
const engine = createEngine(ctx, settings);
await engine.start();
await engine.whenIdle();
await engine.stop();
await ctx.native.close();
await ctx.db.close();
