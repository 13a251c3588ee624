import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { PublicRunDetail } from '#shared/api/index.ts';
import { graphOf, openBench, type BenchOptions, type EngineBench } from './engine-bench.ts';

export interface TestBench extends EngineBench {
  /** Runs a graph in the few words of `graphOf`, to its end. */
  run(...graph: Parameters<typeof graphOf>): Promise<PublicRunDetail>;
  /** The types of a run's events, in order. */
  types(runId: string): Promise<string[]>;
  /** How often a node that counts under this name was executed. */
  executions(name: string): number;
  /** Leaves a sign that a node waits for. */
  sign(name: string): void;
}

/** A bench that is closed when the test ends. */
export async function openTestBench(options: BenchOptions = {}): Promise<TestBench> {
  const bench = await openBench(options);
  onTestFinished(() => bench.close());
  return {
    ...bench,
    run: async (...graph) => bench.ended((await bench.create({ graph: graphOf(...graph) })).id),
    types: async (runId) => (await bench.events(runId)).map((event) => event.type),
    executions: (name) => {
      const file = join(bench.folder, name);
      return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0;
    },
    sign: (name) => writeFileSync(join(bench.folder, name), ''),
  };
}

/** The id of the file that a run has under this output. */
export function fileIdOf(run: PublicRunDetail, key: string): string {
  const output = run.outputs?.[key];
  if (output === undefined || !('fileId' in output)) throw new Error(`${key} is no file.`);
  return output.fileId;
}
