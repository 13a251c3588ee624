import { tmpdir } from 'node:os';
import { readWorkerFlags } from '#service/cli/worker/flags.ts';
import { runWorker } from '#service/cli/worker/run-worker.ts';
import { endBySignals } from '#service/cli/worker/signals.ts';
import { ALL_NODES } from '#service/testing/all-nodes.ts';

/** A worker that knows the node types of tests. */
const flags = readWorkerFlags(process.argv.slice(2));
const worker = await runWorker(flags, {
  definitions: ALL_NODES.definitions,
  children: {
    nodesModule: ALL_NODES.module,
    sharedFolders: [tmpdir()],
  },
});
endBySignals(flags.name, worker, (error) => {
  process.stderr.write(`${String(error)}\n`);
  return 1;
});
