import { parseArgs } from 'node:util';
import { setup, teardown } from '#build/test/postgres.global.ts';
import { hasPostgres } from '#service/storage/postgres/testing/databases.ts';
import { playRound } from './rig.ts';

/** `npm run farm -- --seed S --n N`: rounds of runs whose workers and database fail. */

const { values } = parseArgs({ options: { seed: { type: 'string' }, n: { type: 'string' } } });
const first = Number(values.seed ?? 1);
let faulty = 0;
setup();
try {
  if (!(await hasPostgres())) throw new Error('There is no PostgreSQL for this system.');
  for (let seed = first; seed < first + Number(values.n ?? 10); seed += 1) {
    const { disturbances, runs, nodes, retries, faults } = await playRound(seed);
    if (faults.length > 0) faulty += 1;
    process.stdout.write(
      `seed ${seed}: ${runs} runs of ${nodes} nodes, ${disturbances.join(', ')}; tried again ${retries} times; ${faults.length === 0 ? 'all holds' : faults.join('; ')}\n`,
    );
  }
} finally {
  await teardown();
}
process.exit(faulty === 0 ? 0 : 1);
