import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EndpointId } from '#shared/api/index.ts';
import { createRandom, type Random } from '../random.ts';
import type { CoreMeasures } from './core-messages.ts';
import { startCoreUnderTest, type CoreUnderTest } from './core-under-test.ts';
import { FILE_ID, PICTURE } from './honest-responses.ts';
import { startHostileService, type HostileService } from './hostile-service.ts';
import type { MutationKind } from './mutations.ts';
import { pickCall } from './page-calls.ts';
import { KEY } from './reply.ts';
import { Connection, MediaResponse } from '#shared/desk/index.ts';

/**
 * The core before a hosted service whose responses are mutated. Wanted: no rejection that nobody handles, no turn of its event
 * loop beyond 250 ms, no memory beyond 256 MiB more, no end of its process, no key in a page, every call answered, and an
 * honest service usable at once afterwards. Calls are played side by side, so a seed repeats the mix and not each moment.
 */

export interface ResponsesReport {
  seed: number;
  /** Mutated responses that went out, by kind. */
  responses: number;
  byKind: ReadonlyMap<MutationKind, number>;
  requested: ReadonlySet<EndpointId | 'signed'>;
  calls: number;
  measures: CoreMeasures;
  grownBytes: number;
  /** Of what is in use after a collection, beside what was before. */
  retainedBytes: number;
  /** How much larger the process stays after a collection. */
  settledBytes: number;
  seconds: number;
  problems: readonly string[];
}

const WARM_CALLS = 80;
const MAX_CONCURRENT = 6;
/** A head, or the whole of a response that has an end, is there within so long: attempts, waits between them and a busy machine. */
const RESPONSE_TIMEOUT_MS = 45_000;
/** A page stays so long with bytes that need not end. */
const STREAM_MS = 1_500;
/** The core waits 400 ms for a response; on a busy machine an honest service may need more for one of them. */
const MAX_ATTEMPTS = 5;
/** The most that a page may be given as one response. */
const MAX_PAGE_BYTES = 25 * 1024 ** 2;
const MAX_GROWTH_BYTES = 256 * 1024 ** 2;
/** Of the process at any moment: what V8 has not collected yet is in it, as long as the machine has memory. */
const MAX_PEAK_BYTES = 768 * 1024 ** 2;
const MAX_TICK_MS = 250;

export async function playResponses(
  callCount: number,
  seed: number,
  report: (line: string) => void,
): Promise<ResponsesReport> {
  const random = createRandom(seed);
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-responses-'));
  const service = await startHostileService(random);
  const core = await startCoreUnderTest(folder);
  const problems = new Set<string>();
  const startTime = Date.now();
  let calls = 0;
  try {
    const connectionId = await connect(core, service.origin);
    const page = { core, connectionId, random, problems };
    for (let warm = 0; warm < WARM_CALLS; warm += 1) await playCall(page);
    await core.begin();
    const before = await core.measure();
    service.mutate(0.7);
    let reported = 0;
    const worker = async () => {
      while (service.responded < callCount && core.finished === null) {
        calls += 1;
        await playCall(page);
        if (service.responded - reported < 500) continue;
        reported = service.responded;
        const { maxTaskCpuMs, maxRssBytes, slowTurns } = await core.measure();
        report(
          `${reported} responses, ${calls} calls, longest turn ${maxTaskCpuMs.toFixed(0)} ms (${slowTurns} long), ${mib(maxRssBytes)} MiB`,
        );
      }
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, worker));
    if (core.finished !== null) throw new Error(core.finished);
    const measures = await core.measure();
    service.mutate(0);
    await checkHealthy(page);
    const grownBytes = measures.maxRssBytes - before.rssBytes;
    const { rejections, exceptions } = await core.measure();
    for (const stack of rejections) problems.add(`Nobody handled a rejection: ${stack}`);
    for (const stack of exceptions) problems.add(`Nobody handled an exception: ${stack}`);
    if (measures.maxTaskCpuMs > MAX_TICK_MS) {
      problems.add(
        `${measures.slowTurns} turns of the core took longer than ${MAX_TICK_MS} ms, one ${measures.maxTaskCpuMs.toFixed(0)} ms.`,
      );
    }
    const retainedBytes = measures.retainedBytes - before.retainedBytes;
    if (retainedBytes > MAX_GROWTH_BYTES) problems.add(`The core holds ${mib(retainedBytes)} MiB more.`);
    const settledBytes = measures.settledRssBytes - before.settledRssBytes;
    if (settledBytes > MAX_GROWTH_BYTES) {
      problems.add(`The process of the core stays ${mib(settledBytes)} MiB larger.`);
    }
    if (grownBytes > MAX_PEAK_BYTES) problems.add(`The core grew by ${mib(grownBytes)} MiB for a moment.`);
    return {
      seed,
      responses: service.responded,
      byKind: service.mutated,
      requested: service.met,
      calls,
      measures,
      grownBytes,
      retainedBytes,
      settledBytes,
      seconds: (Date.now() - startTime) / 1000,
      problems: [...problems],
    };
  } finally {
    await core.close();
    await service.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** One line for a report or a failure. */
export const summaryOf = ({
  seed,
  responses,
  calls,
  requested,
  measures,
  grownBytes,
  retainedBytes,
  settledBytes,
  seconds,
}: ResponsesReport): string =>
  [
    `Seed ${seed}: ${responses} mutated responses of ${requested.size} endpoints in ${calls} calls and ${seconds.toFixed(1)} s`,
    `longest turn ${measures.maxTaskCpuMs.toFixed(0)} ms computed`,
    `event loop late by ${measures.delayP99Ms.toFixed(0)} ms (p99), ${measures.delayMaxMs.toFixed(0)} ms at most, by the clock`,
    `${mib(grownBytes)} MiB more at most, after a collection ${mib(settledBytes)} of them, ${mib(retainedBytes)} in use`,
  ].join('; ');

const mib = (bytes: number): string => (bytes / 1024 ** 2).toFixed(0);

async function connect(core: CoreUnderTest, baseUrl: HostileService['origin']): Promise<string> {
  const response = await core.request('/desk/connections', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Hostile', baseUrl, key: KEY }),
  });
  return Connection.parse(await response.json()).id;
}

interface Page {
  core: CoreUnderTest;
  connectionId: string;
  random: Random;
  problems: Set<string>;
}

/** One call of a page, to its end or until the page leaves. */
async function playCall({ core, connectionId, random, problems }: Page): Promise<void> {
  const call = pickCall(random);
  const leave = new AbortController();
  let isTimedOut = false;
  const limit = setTimeout(() => {
    isTimedOut = true;
    leave.abort();
  }, RESPONSE_TIMEOUT_MS);
  // Some pages do not wait.
  const impatient = random.bool(0.05) ? setTimeout(() => leave.abort(), random.between(1, 300)) : null;
  try {
    const response = await call.run(core, connectionId, leave.signal);
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const streamTimer = isJson ? null : setTimeout(() => leave.abort(), STREAM_MS);
    try {
      await readAsPage(response, call.name, isJson, problems);
    } finally {
      if (streamTimer) clearTimeout(streamTimer);
    }
  } catch {
    // Cut, refused or left: each is an end. What must not be is none at all.
    if (isTimedOut && core.finished === null)
      problems.add(`${call.name}: nothing within ${RESPONSE_TIMEOUT_MS / 1000} s.`);
  } finally {
    clearTimeout(limit);
    if (impatient) clearTimeout(impatient);
  }
}

async function readAsPage(
  response: Response,
  name: string,
  isJson: boolean,
  problems: Set<string>,
): Promise<void> {
  if (JSON.stringify([...response.headers]).includes(KEY)) problems.add(`${name}: a header holds the key.`);
  let size = 0;
  let end = Buffer.alloc(0);
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    const combined = Buffer.concat([end, chunk]);
    // Files come from addresses that are asked without the key: what is in them is theirs.
    if (!name.startsWith('media ') && combined.includes(KEY))
      problems.add(`${name}: a response holds the key.`);
    end = combined.subarray(-KEY.length);
    if (isJson && size > MAX_PAGE_BYTES) {
      problems.add(`${name}: a page got more than ${mib(MAX_PAGE_BYTES)} MiB.`);
      return;
    }
  }
}

/** After all of it: an honest service is usable at once. */
async function checkHealthy({ core, connectionId, problems }: Page): Promise<void> {
  const check = async (label: string, isGood: () => Promise<boolean>) => {
    let reason = '';
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      try {
        if (await isGood()) return;
        reason = 'it did not work';
      } catch (error) {
        reason = String(error);
      }
    }
    problems.add(`Afterwards, ${label}: ${reason}, ${MAX_ATTEMPTS} times.`);
  };
  const api = `/api/${connectionId}/v1`;
  for (const path of [
    '/projects',
    '/node-types',
    '/projects/prj_1/document',
    '/account/credits',
    `/files/${FILE_ID}`,
  ]) {
    await check(path, async () => {
      const response = await core.request(`${api}${path}`);
      await response.json();
      return response.status === 200 && !response.headers.has('x-patchbay-cached-at');
    });
  }
  await check('the diagnostics', async () => {
    const response = await core.request('/desk/diagnostics');
    return response.status === 200 && (await response.arrayBuffer()).byteLength > 0;
  });
  await check('a picture', async () => {
    const named = await core.request('/desk/media', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        connectionId,
        items: [{ source: { kind: 'file', fileId: 'file_fresh.png' }, variant: 'original' }],
      }),
    });
    const { urls } = MediaResponse.parse(await named.json());
    const response = await core.request(urls[0]?.url ?? '');
    const bytes = Buffer.from(await response.arrayBuffer());
    if (PICTURE.equals(bytes)) return true;
    throw new Error(`${response.status} ${bytes.toString().slice(0, 300)}`);
  });
}
