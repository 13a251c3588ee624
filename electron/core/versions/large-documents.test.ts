// @module-tag rig
import { join } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { matchEndpoint } from '#shared/api/index.ts';
import { compareGraphs, graphThumbnail, type Graph } from '#shared/graph/index.ts';
import { observeResponse } from '../proxy/observe.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { createTestLog } from '../testing/test-log.ts';
import { createVersionRecorder } from './recorder.ts';
import { createVersionObserver } from './version-observer.ts';
import { createDocumentVersions } from './document-versions.ts';
import { createVersionStore } from './version-store.ts';

const NODES = 50_000;

const graphAt = (y: number): Graph => ({
  nodes: Array.from({ length: NODES }, (_, index) => ({
    id: `n${index}`,
    type: 'image/blur',
    title: `Blur ${index % 7}`,
    position: { x: (index % 200) * 300, y: Math.floor(index / 200) * 200 + y },
    inputs: { sigma: { type: 'number', value: index % 9 } },
  })),
  connections: Array.from({ length: NODES - 1 }, (_, index) => ({
    from: [`n${index}`, 'image'],
    to: [`n${index + 1}`, 'image'],
  })),
});

const textAt = (version: number): string =>
  JSON.stringify({ version, document: { graph: graphAt(version) } });

/** Processor time of this process, milliseconds: a busy machine does not count as work. */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

function start() {
  const folder = temporaryFolder();
  const database = openTestDatabase(folder);
  const { clock } = createTestClock();
  const log = createTestLog();
  const limits = { graphs: 1e9, films: 1e9 };
  const documents = createDocumentVersions({ directory: join(folder, 'versions'), database, limits, log });
  const store = createVersionStore(documents, clock);
  const recorder = createVersionRecorder({
    store,
    read: () => Promise.reject(new Error('Nothing is read again here.')),
    onSaved: () => {},
    clock,
    log,
  });
  const observer = createVersionObserver(recorder, log);
  const { found: match } = matchEndpoint('GET', '/projects/p/document');
  const request = new Request('http://app.test/api/local/v1/projects/p/document');
  const call = { connectionId: 'local', path: '/v1/projects/p/document', query: '', request, match };
  return {
    responded: (text: string) =>
      observeResponse(observer, call, { response: new Response(null), text, requestBody: null }),
    count: () => documents.list({ connectionId: 'local', projectId: 'p' }).versions.length,
  };
}

test(
  'while the versions of a document of 50,000 nodes are noted, others get their turn',
  { tags: 'long', timeout: 120_000 },
  async () => {
    const texts = [textAt(3), textAt(4)];
    const { responded, count } = start();
    for (const text of texts) responded(text);
    let longest = 0;
    let began = cpuMs();
    while (count() < 2) {
      await yieldToEventLoop();
      longest = Math.max(longest, cpuMs() - began);
      began = cpuMs();
    }
    began = cpuMs();
    const [before, after] = texts.map(
      (text) => (JSON.parse(text) as { document: { graph: Graph } }).document.graph,
    );
    compareGraphs(before!, after!);
    graphThumbnail(after!);
    const inOnePiece = cpuMs() - began;
    expect(longest).toBeLessThan(inOnePiece / 3);
  },
);
