import { beforeEach, describe, expect, it } from 'vitest';
import { openTestBench, type TestBench } from '#service/engine/testing/test-bench.ts';
import { activeWork } from '#service/engine/run-rows.ts';
import { addPerson, peopleContext } from '#service/people/people.ts';
import { requireRunCredits } from '#service/runs/require-credits.ts';
import { rejectionOfPerson } from './person-limit.ts';

const LIMIT = 100;
const AT = '2026-11-30T00:00:00.000Z';

type NodeRow = [nodeId: string, state: string, price: number];

describe('what is left of what a person may spend', () => {
  let bench: TestBench;
  let personId: string;
  beforeEach(async () => {
    bench = await openTestBench({ microcredits: 1_000_000n });
    const limits = { spendLimit: LIMIT, storageLimit: null, rateLimit: null };
    const { name: accountName } = (await bench.ctx.db.get('SELECT name FROM accounts'))!;
    const draft = { accountName: String(accountName), name: 'Ada', ...limits };
    personId = (await addPerson(peopleContext(bench.ctx), draft)).id;
  });

  async function insertRun(id: string, status: string, nodes: readonly NodeRow[]): Promise<void> {
    const { db } = bench.ctx;
    const empty = JSON.stringify({ nodes: [], connections: [] });
    await db.run(
      `INSERT INTO runs (id, account_id, source_type, status, graph, target_node_ids, input_files, created_at, updated_at,
         finished_at, person_id, accepted_order) VALUES (?, ?, 'inline_graph', ?, ?, '[]', '[]', ?, ?, ?, ?, 1)`,
      [id, bench.accountId, status, empty, AT, AT, status === 'canceled' ? AT : null, personId],
    );
    await db.runMany(
      'INSERT INTO run_nodes (run_id, node_id, state, attempts, price) VALUES (?, ?, ?, 1, ?)',
      nodes.map(([nodeId, state, price]) => [id, nodeId, state, price]),
    );
  }
  const askModel = (runId: string, state: string, price: number) =>
    bench.ctx.db.run(
      `INSERT INTO model_calls (run_id, node_id, attempt, account_id, node_title, node_type, provider, model, price, state,
         asked_at) VALUES (?, 'n', 1, ?, 'N', 'ai/image', 'p', 'm', ?, ?, ?)`,
      [runId, bench.accountId, price, state, AT],
    );
  const codeOf = async (price: number, node = { runId: 'new', nodeId: 'n' }) =>
    (await rejectionOfPerson(bench.ctx, personId, BigInt(price), node))?.code ?? null;

  it.each<[string, NodeRow[], number]>([
    ['a node that is executed', [['a', 'running', 60]], 40],
    ['one that lies in the queue of workers', [['a', 'queued', 60]], 40],
    ['none that has ended', [['a', 'succeeded', 60]], LIMIT],
  ])('counts %s', async (_what, nodes, left) => {
    await insertRun('run', 'running', nodes);
    expect([await codeOf(left), await codeOf(left + 1)]).toEqual([null, 'SPEND_LIMIT_REACHED']);
  });

  it('does not count a node against itself that an earlier process left', async () => {
    await insertRun('run', 'running', [
      ['a', 'running', 60],
      ['b', 'running', 40],
    ]);
    expect(await codeOf(60, { runId: 'run', nodeId: 'a' })).toBeNull();
    expect(await codeOf(61, { runId: 'run', nodeId: 'a' })).toBe('SPEND_LIMIT_REACHED');
  });

  it('counts what a model is still asked for whose run was canceled, and no more once it has ended', async () => {
    await insertRun('run', 'canceled', []);
    await askModel('run', 'asked', 60);
    expect([await codeOf(40), await codeOf(41)]).toEqual([null, 'SPEND_LIMIT_REACHED']);
    const payer = { accountId: bench.accountId, personId };
    await expect(requireRunCredits(bench.ctx, payer, 41n)).rejects.toThrow('what you may spend this month');
    await requireRunCredits(bench.ctx, payer, 40n);
    await bench.ctx.db.run("UPDATE model_calls SET state = 'stopped'");
    expect(await codeOf(LIMIT)).toBeNull();
  });

  it('takes a node in the queue of workers for one that is still to be paid', async () => {
    await insertRun('run', 'running', [
      ['a', 'queued', 1],
      ['b', 'running', 1],
      ['c', 'failed', 1],
    ]);
    const [work] = await activeWork(bench.ctx.db, bench.accountId);
    expect([...work!.finishedNodeIds]).toEqual(['c']);
  });
});
