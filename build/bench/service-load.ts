import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpointRates, endpointsOfBuilds, memory } from './endpoint-benchmarks.ts';
import { listCosts } from './list-benchmarks.ts';
import { table, type Figure } from './measure.ts';
import { root, startService } from './processes.ts';
import { manyReaders } from './stream-benchmarks.ts';

/**
 * `npm run bench:service [-- --quick] [NAME…]`: the service under load; all parts, or those named. Prints a table and
 * writes `out/bench-service.json`. `--quick` is a look with small sizes, not a measurement.
 *
 * - `endpoints`: rate and p99 of the ten most used endpoints against a bare `node:http` server that takes and answers
 *   as many bytes.
 * - `readers`: 100 event-stream readers on one busy run, with one among them that takes nothing. Each reader must get
 *   every event in order, or the benchmark fails.
 * - `lists`: lists at 100,000 projects and 1,000,000 run events against the same at 100.
 * - `builds`: rate of each endpoint and memory afterwards, in turns with the service of another checkout
 *   (`--other=PATH`); only where one is named.
 * - `memory`: heap in use and resident memory over 100,000 requests.
 *
 * Only ratios mean anything; see `main.ts`.
 */

const args = process.argv.slice(2);
const quick = args.includes('--quick');
const baseCheckout = args.find((argument) => argument.startsWith('--other='))?.slice('--other='.length);
const names = args.filter((argument) => !argument.startsWith('--'));
const figures: Figure[] = [];

async function suite(name: string, measure: () => Promise<Figure[]>): Promise<void> {
  if (names.length > 0 && !names.includes(name)) return;
  process.stderr.write(`${name}…\n`);
  figures.push(...(await measure()));
}

/** Each part has a service of its own, so that none carries the load of another. */
async function withService<T>(
  work: (service: Awaited<ReturnType<typeof startService>>) => Promise<T>,
  checkout?: string,
): Promise<T> {
  const service = await startService(undefined, checkout);
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

await suite('endpoints', () =>
  withService((service) =>
    endpointRates(service, quick ? { rounds: 3, requests: 200 } : { rounds: 5, requests: 1000 }),
  ),
);
await suite('readers', () =>
  withService((service) =>
    manyReaders(
      service,
      quick ? { nodes: 5000, readers: 10, rounds: 1 } : { nodes: 6000, readers: 100, rounds: 3 },
    ),
  ),
);
await suite('lists', () =>
  listCosts(
    quick
      ? { projects: 10_000, events: 100_000, rounds: 3, requests: 50 }
      : { projects: 100_000, events: 1_000_000, rounds: 5, requests: 100 },
  ),
);
if (baseCheckout !== undefined) {
  await suite('builds', () =>
    withService((current) =>
      withService(
        (base) =>
          endpointsOfBuilds(
            { current, base },
            quick ? { rounds: 3, requests: 200 } : { rounds: 15, requests: 1500 },
          ),
        baseCheckout,
      ),
    ),
  );
}
await suite('memory', () => withService((service) => memory(service, quick ? 5000 : 100_000)));

await mkdir(join(root, 'out'), { recursive: true });
await writeFile(join(root, 'out/bench-service.json'), `${JSON.stringify(figures, null, 2)}\n`);
process.stdout.write(`${table(figures)}\n`);
