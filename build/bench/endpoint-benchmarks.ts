import { randomUUID } from 'node:crypto';
import { openDurableCommits } from './durable-commits.ts';
import { load, type LoadRequest, type LoadResult } from './load.ts';
import { median, type Figure } from './measure.ts';
import { startBareServer, type LocalService } from './processes.ts';
import { call, projectOf } from './service-benchmarks.ts';
import type { PublicRunDetail } from '#shared/api/index.ts';

const CONNECTIONS = 8;
/** Rounds of each endpoint before those that count: code that few requests have run through is not compiled yet. */
const WARM_UP = 3;

interface Workload {
  name: string;
  next: (lane: number) => LoadRequest;
}

/** The ten endpoints that an editor and a program calling the API use most, ready to be called. */
async function workloads(service: LocalService): Promise<Workload[]> {
  const api = <T>(method: string, path: string, body?: unknown) => call<T>(service, method, path, body);
  const headers = { authorization: `Bearer ${service.key}` };
  const writes = { ...headers, 'content-type': 'application/json', prefer: 'return=minimal' };
  const project = await projectOf(100, api);
  // Every connection writes to a project of its own: versions would clash otherwise.
  const createdProjects = await Promise.all(Array.from({ length: CONNECTIONS }, () => projectOf(100, api)));
  const graph = {
    nodes: [
      { id: 'a', type: 'input/text', inputs: { value: { type: 'string', value: 'A line' } } },
      { id: 'b', type: 'text/template', inputs: { template: { type: 'string', value: '{{a}} more' } } },
    ],
    connections: [{ from: ['a', 'text'], to: ['b', 'a'] }],
  };
  const run = await api<Pick<PublicRunDetail, 'id'>>('POST', '/runs', { graph });
  await settled(service, run.id);
  const read = (name: string, path: string): Workload => ({
    name,
    next: () => ({ path: `/api/v1${path}`, headers }),
  });
  return [
    read('GET /projects', '/projects?limit=20'),
    read('GET /projects/{id}', `/projects/${project.id}`),
    read('GET …/document', `/projects/${project.id}/document`),
    {
      name: 'PATCH …/document',
      next: (lane) => {
        const target = createdProjects[lane]!;
        const position = { x: target.version, y: lane };
        const operations = [{ op: 'moveNode', nodeId: 'n1', position }];
        const body = JSON.stringify({ expectedVersion: target.version++, operations });
        return { method: 'PATCH', path: `/api/v1/projects/${target.id}/document`, headers: writes, body };
      },
    },
    read('GET …/graph', `/projects/${project.id}/graph`),
    read('GET /node-types', '/node-types'),
    read('GET /runs/{id}', `/runs/${run.id}`),
    read('GET /runs/{id}/events', `/runs/${run.id}/events`),
    read('GET /templates', '/templates'),
    read('GET /account/credits', '/account/credits'),
  ];
}

/** What is measured in each round that counts. @param measure is told the number of the round, from 0. */
async function measureRounds<T>(rounds: number, measure: (round: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let round = 0; round < WARM_UP + rounds; round++) results.push(await measure(round));
  return results.slice(WARM_UP);
}

/** Resolves when a run has ended: its event stream ends with it. */
async function settled(service: LocalService, runId: string): Promise<void> {
  const headers = { authorization: `Bearer ${service.key}` };
  await (await fetch(`${service.origin}/api/v1/runs/${runId}/events/stream`, { headers })).text();
}

/**
 * Throughput and p99 of each endpoint against a bare server that takes and answers as many bytes; of a write, throughput
 * against bare commits too.
 */
export async function endpointRates(
  service: LocalService,
  size: { rounds: number; requests: number },
): Promise<Figure[]> {
  const figures: Figure[] = [];
  const all = await workloads(service);
  // What all share is compiled before the first of them is measured.
  for (const { next } of all) await load(service.origin, next, size.requests, CONNECTIONS);
  for (const { name, next } of all) {
    const sample = next(0);
    const response = await fetch(service.origin + sample.path, {
      method: sample.method ?? 'GET',
      headers: sample.headers ?? {},
      ...(sample.body === undefined ? {} : { body: sample.body }),
    });
    if (!response.ok) throw new Error(`${name} answered ${response.status}: ${await response.text()}`);
    const bare = await startBareServer(await response.text());
    const disk = sample.method === undefined ? null : await openDurableCommits();
    try {
      const results = await measureRounds(size.rounds, async () => ({
        service: await load(service.origin, next, size.requests, CONNECTIONS),
        bare: await load(bare.origin, () => sample, size.requests, CONNECTIONS),
        commits: disk?.rate(size.requests) ?? 0,
      }));
      const medians = (of: keyof LoadResult) =>
        [
          median(results.map((round) => round.service[of])),
          median(results.map((round) => round.bare[of])),
        ] as const;
      const [rates, tails] = [medians('rate'), medians('p99')];
      figures.push(
        {
          name: `${name}: rate`,
          measured: { label: name, value: rates[0], unit: 'req/s' },
          reference: { label: 'bare node:http', value: rates[1], unit: 'req/s' },
          ratio: rates[0] / rates[1],
          target: 'recorded',
        },
        {
          name: `${name}: p99`,
          measured: { label: name, value: tails[0], unit: 'ms' },
          reference: { label: 'bare node:http', value: tails[1], unit: 'ms' },
          ratio: tails[0] / tails[1],
          target: 'recorded',
        },
      );
      if (disk) {
        const rate = median(results.map(({ commits }) => commits));
        figures.push({
          name: `${name}: rate, of what the disk allows`,
          measured: { label: name, value: rates[0], unit: 'req/s' },
          reference: { label: 'bare durable commits', value: rate, unit: 'commits/s' },
          ratio: rates[0] / rate,
          target: 'recorded',
        });
      }
    } finally {
      await bare.stop();
      await disk?.close();
    }
  }
  return figures;
}

/** What programs send beside the reads and edits of `subjects`: new projects that may be sent twice, and new runs. */
const creations = (service: LocalService): Workload[] => {
  const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
  const run = JSON.stringify({
    graph: {
      nodes: [{ id: 'a', type: 'input/text', inputs: { value: { type: 'string', value: 'A line' } } }],
      connections: [],
    },
  });
  return [
    { name: 'POST /runs', next: () => ({ method: 'POST', path: '/api/v1/runs', headers, body: run }) },
    {
      name: 'POST /projects',
      next: () => ({
        method: 'POST',
        path: '/api/v1/projects',
        headers: { ...headers, 'idempotency-key': randomUUID() },
        body: JSON.stringify({ name: `Project ${randomUUID()}` }),
      }),
    },
  ];
};

/**
 * Throughput of each endpoint, and what the service holds in memory afterwards, in turns with the service of another
 * checkout. Which of the two goes first changes from round to round.
 */
export async function endpointsOfBuilds(
  services: { current: LocalService; base: LocalService },
  size: { rounds: number; requests: number },
): Promise<Figure[]> {
  const sides = [services.current, services.base] as const;
  const [ours, theirs] = await Promise.all(
    sides.map(async (service) => [...(await workloads(service)), ...creations(service)]),
  );
  const pairs = ours!.map((workload, index) => [workload, theirs![index]!] as const);
  for (const pair of pairs) {
    for (const side of [0, 1] as const) {
      await load(sides[side].origin, pair[side].next, size.requests, CONNECTIONS);
    }
  }
  const figures: Figure[] = [];
  for (const pair of pairs) {
    const { name } = pair[0];
    const results = await measureRounds(size.rounds, async (round) => {
      const rates: [number, number] = [0, 0];
      for (const side of round % 2 ? ([1, 0] as const) : ([0, 1] as const)) {
        const { rate } = await load(sides[side].origin, pair[side].next, size.requests, CONNECTIONS);
        rates[side] = rate;
      }
      return rates;
    });
    const [value, base] = [median(results.map(([rate]) => rate)), median(results.map(([, rate]) => rate))];
    figures.push({
      name: `${name}: rate`,
      measured: { label: 'this build', value, unit: 'req/s' },
      reference: { label: 'other build', value: base, unit: 'req/s' },
      // Of each round, as the machine may have two speeds within one run.
      ratio: median(results.map(([current, other]) => current / other)),
      target: name.startsWith('PATCH') ? '≥ 1' : '≥ 0.95',
    });
  }
  const [own, base] = await Promise.all(
    sides.map(async (service) => {
      const { heapUsed, external } = await service.memory();
      return (heapUsed + external) / 2 ** 20;
    }),
  );
  figures.push({
    name: 'heap in use afterwards',
    measured: { label: 'this build', value: own!, unit: 'MiB' },
    reference: { label: 'other build', value: base!, unit: 'MiB' },
    ratio: own! / base!,
    target: '≤ 1.05',
  });
  return figures;
}

/**
 * Memory of the service after a warm-up of a fifth as many requests, and after `requests` more, reads and writes mixed.
 * The heap is what is in use after a collection; resident memory includes what the collector has set aside for new objects,
 * which grows with the first tens of thousands of requests and then stays.
 */
export async function memory(service: LocalService, requests: number): Promise<Figure[]> {
  const all = [...(await workloads(service)), ...creations(service)];
  let iteration = 0;
  const next = (lane: number) => all[iteration++ % all.length]!.next(lane);
  const send = async (count: number) => {
    await load(service.origin, next, count, CONNECTIONS);
    const { heapUsed, external, rss } = await service.memory();
    return { heap: (heapUsed + external) / 2 ** 20, resident: rss / 2 ** 20 };
  };
  const warm: Awaited<ReturnType<typeof send>>[] = [];
  for (let batch = 0; batch < 5; batch++) warm.push(await send(requests / 25));
  const sustained: typeof warm = [];
  for (let batch = 0; batch < 20; batch++) sustained.push(await send(requests / 20));
  const figure = (name: string, of: (at: (typeof warm)[number]) => number): Figure => {
    const [before, after] = [Math.max(...warm.map(of)), median(sustained.slice(15).map(of))];
    return {
      name: `${name} over ${requests.toLocaleString('en')} requests`,
      measured: { label: 'at the end', value: after, unit: 'MiB' },
      reference: { label: 'after warm-up', value: before, unit: 'MiB' },
      ratio: after / before,
      target: '≤ 1.1',
    };
  };
  return [figure('heap in use', ({ heap }) => heap), figure('resident memory', ({ resident }) => resident)];
}
