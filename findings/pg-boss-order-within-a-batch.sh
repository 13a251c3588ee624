#!/usr/bin/env bash
# pg-boss 12.38.0 (on PostgreSQL 18.7 of PGlite 0.5.17): the jobs of one batch come in no order, whatever their priority or age.
#
# Expected: jobs are fetched by priority and then by age, as its SQL says (`ORDER BY j.priority desc, j.created_on`), and a
# worker that goes through its batch meets them so; with the policy "key_strict_fifo" above all.
# Seen: that order only chooses which jobs come. They are marked by an UPDATE that is joined with the chosen ones, and its RETURNING
# gives them as the join found them, by ids that are random. Of 100 jobs with priorities 0 to 3 a batch of 50 has
# the right ones, mixed; of 50 jobs of one priority, fetched at once, the order changes with each run. Batches of one are in order,
# and one of few is by chance, so a try looks well. Sorting by `createdOn` and `priority` (`includeMetadata: true`) helps.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts pg-boss@12.38.0 @electric-sql/pglite@0.5.17 >/dev/null
cat >seen.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';
import { PgBoss } from 'pg-boss';

const postgres = await PGlite.create();
const executeSql = async (text, values) => {
  if (values?.length > 0) return await postgres.query(text, values);
  const results = await postgres.exec(text);
  return results.length === 1 ? results[0] : results;
};
const boss = new PgBoss({ db: { executeSql }, supervise: false, schedule: false });
await boss.start();
const rising = (values) => values.every((value, index) => index === 0 || values[index - 1] <= value);
async function numbers(queue, batchSize) {
  return (await boss.fetch(queue, { batchSize })).map(({ data }) => data.number);
}
const count = 50;
for (const policy of ['standard', 'key_strict_fifo']) {
  for (const batchSize of [1, count]) {
    const queue = `${policy}_${batchSize}`;
    await boss.createQueue(queue, { policy });
    for (let number = 0; number < count; number += 1) {
      await boss.send(queue, { number }, policy === 'standard' ? {} : { singletonKey: `key${number}` });
    }
    const fetched = [];
    while (fetched.length < count) fetched.push(...(await numbers(queue, batchSize)));
    const all = new Set(fetched).size === count ? 'all' : 'not all';
    console.log(`${policy}, batches of ${batchSize}: ${all} jobs, ${rising(fetched) ? 'in order' : 'in no order'}`);
  }
}
await boss.createQueue('priorities');
for (let number = 0; number < 100; number += 1) await boss.send('priorities', { number: -(number % 4) }, { priority: number % 4 });
const half = await numbers('priorities', 50);
const high = half.filter((number) => number <= -2).length;
console.log(`priorities: ${high} of ${half.length} are of the higher half, ${rising(half) ? 'in order' : 'in no order'}`);
await postgres.close();
process.exit(0);
JS
node --no-warnings seen.mjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'Batches have another order now.'; exit 1; }
standard, batches of 1: all jobs, in order
standard, batches of 50: all jobs, in no order
key_strict_fifo, batches of 1: all jobs, in order
key_strict_fifo, batches of 50: all jobs, in no order
priorities: 50 of 50 are of the higher half, in no order
TXT
