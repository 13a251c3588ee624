import { randomBytes } from 'node:crypto';
import { interleave, median, timed, type Figure } from './measure.ts';
import { throughput } from './load.ts';
import { startBareServer, type LocalService } from './processes.ts';
import type { PublicProjectDetail, PublicProjectDocument } from '#shared/api/index.ts';

type ResponseBody = Pick<PublicProjectDetail, 'id' | 'version'>;

const json = (service: LocalService) => ({
  authorization: `Bearer ${service.key}`,
  'content-type': 'application/json',
});

export async function call<T>(
  service: LocalService,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(`${service.origin}/api/v1${path}`, {
    method,
    headers: json(service),
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok)
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** Requests a second of one authenticated read, against a bare server that answers the same bytes. */
export async function requestRate(service: LocalService): Promise<Figure> {
  const project = await call<ResponseBody>(service, 'POST', '/projects', { name: 'Request rate' });
  const url = `${service.origin}/api/v1/projects/${project.id}`;
  const headers = { authorization: `Bearer ${service.key}` };
  const body = await (await fetch(url, { headers })).text();
  const bare = await startBareServer(body);
  try {
    const rates = await interleave(
      7,
      () => throughput(url, headers, 4000, 8),
      () => throughput(`${bare.origin}/`, headers, 4000, 8),
    );
    return {
      name: 'service request',
      measured: { label: 'GET /projects/{id}', value: rates.a, unit: 'req/s' },
      reference: { label: 'bare node:http', value: rates.b, unit: 'req/s' },
      ratio: rates.a / rates.b,
      target: '≥ 0.8',
    };
  } finally {
    await bare.stop();
  }
}

/** A graph of `size` nodes: chains of text nodes, laid out in rows of a square. */
function sampleGraph(size: number) {
  const columns = Math.ceil(Math.sqrt(size));
  const nodes = Array.from({ length: size }, (_v, index) => ({
    id: `n${index}`,
    type: index % 4 === 0 ? 'input/text' : 'text/template',
    position: { x: (index % columns) * 320, y: Math.floor(index / columns) * 300 },
    inputs:
      index % 4 === 0
        ? { value: { type: 'string', value: `Line ${index}` } }
        : { template: { type: 'string', value: '{{a}} and more' } },
  }));
  const connections = nodes.flatMap((_node, index) =>
    index % 4 === 0 ? [] : [{ from: [`n${index - 1}`, 'text'], to: [`n${index}`, 'a'] }],
  );
  return { nodes, connections };
}

/** Creates a project holding `size` nodes; resolves to its id and version. */
export async function projectOf(
  size: number,
  request: <T>(method: string, path: string, body?: unknown) => Promise<T>,
): Promise<ResponseBody> {
  const project = await request<ResponseBody>('POST', '/projects', { name: `${size} nodes` });
  const saved = await request<Pick<PublicProjectDocument, 'version'>>(
    'PUT',
    `/projects/${project.id}/document`,
    {
      expectedVersion: project.version,
      document: { graph: sampleGraph(size) },
    },
  );
  return { id: project.id, version: saved.version };
}

const PATCH_RESPONSES = {
  'touched nodes only (Prefer: return=minimal)': { prefer: 'return=minimal' },
  'whole document': {},
} satisfies Record<string, Record<string, string>>;

/**
 * Latency of a PATCH that moves one node, to the last byte of its response, in documents of growing size. The response
 * carries the whole document unless the client asks for less, so both are measured: the first is what the write
 * costs, the second adds bytes in proportion to the document, written, sent and read.
 */
export async function patchLatency(service: LocalService): Promise<Figure[]> {
  const request = <T>(method: string, path: string, body?: unknown) => call<T>(service, method, path, body);
  const projects = await Promise.all(
    [100, 1000, 10_000].map(async (size) => ({ size, ...(await projectOf(size, request)) })),
  );
  const figures: Figure[] = [];
  for (const [kind, headers] of Object.entries(PATCH_RESPONSES)) {
    const times = projects.map((): number[] => []);
    for (let round = 0; round < 120; round++) {
      for (const [projectIndex, project] of projects.entries()) {
        const position = { x: round, y: round };
        const body = JSON.stringify({
          expectedVersion: project.version,
          operations: [{ op: 'moveNode', nodeId: `n${round % project.size}`, position }],
        });
        const time = await timed(async () => {
          const response = await fetch(`${service.origin}/api/v1/projects/${project.id}/document`, {
            method: 'PATCH',
            headers: { ...json(service), ...headers, 'idempotency-key': randomBytes(8).toString('hex') },
            body,
          });
          if (!response.ok) throw new Error(`PATCH answered ${response.status}: ${await response.text()}`);
          await response.arrayBuffer();
        });
        project.version += 1;
        if (round >= 20) times[projectIndex]!.push(time);
      }
    }
    const smallest = median(times[0]!);
    for (const [projectIndex, { size }] of projects.entries()) {
      if (projectIndex === 0) continue;
      const time = median(times[projectIndex]!);
      figures.push({
        name: `PATCH of one node at ${size.toLocaleString('en')}, ${kind}`,
        measured: { label: `${size} nodes`, value: time, unit: 'ms' },
        reference: { label: '100 nodes', value: smallest, unit: 'ms' },
        ratio: time / smallest,
        target: 'prefer' in headers ? '≤ 1.5' : 'grows with the bytes of the response',
      });
    }
  }
  return figures;
}
