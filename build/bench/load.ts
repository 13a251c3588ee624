import { Agent, request } from 'node:http';
import { percentile } from './measure.ts';

export interface LoadRequest {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface LoadResult {
  /** Requests a second. */
  rate: number;
  /** Milliseconds of one request, to the last byte of its response. */
  median: number;
  p99: number;
}

/**
 * Sends `count` requests over `connections` kept-alive connections.
 * @param next what connection `lane` (0…) sends next; called when its last response is in.
 * @throws Error at a response other than 2xx.
 */
export async function load(
  origin: string,
  next: (lane: number) => LoadRequest,
  count: number,
  connections: number,
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(origin);
  const times: number[] = [];
  const send = ({ path, method = 'GET', headers = {}, body }: LoadRequest) =>
    new Promise<void>((resolve, failed) => {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const options = { agent, host: hostname, port, path, method, headers: { ...headers, ...length } };
      request(options, (response) => {
        const status = response.statusCode ?? 0;
        if (status < 200 || status > 299) failed(new Error(`${method} ${path} answered ${status}`));
        response.resume().on('end', resolve).on('error', failed);
      })
        .on('error', failed)
        .end(body);
    });
  let left = count;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async (_v, lane) => {
      while (left-- > 0) {
        const startTime = performance.now();
        await send(next(lane));
        times.push(performance.now() - startTime);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  return { rate: count / seconds, median: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

/** Requests a second of one read over `connections` kept-alive connections. */
export async function throughput(
  url: string,
  headers: Record<string, string>,
  count: number,
  connections: number,
): Promise<number> {
  const target = new URL(url);
  const path = target.pathname + target.search;
  return (await load(target.origin, () => ({ path, headers }), count, connections)).rate;
}
