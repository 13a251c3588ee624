import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

/** A real S3 server on this computer, behind a road on which answers can be refused, cut short or held back. */

export const BUCKET = 'media';
/** The only keys that the server knows. */
const KEYS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

/** What becomes of a request: passed on where nothing is said. */
export type Fault =
  | { kind: 'refuse'; status: number; code: string }
  /** This comes in the place of its answer. */
  | { kind: 'answer'; body: string }
  /** Only so many bytes of the answer come. */
  | { kind: 'cut'; afterBytes: number }
  /** No answer comes until the server is closed. */
  | { kind: 'hold' };

export interface S3Server {
  /** As `--media` takes it. @param options further ones, as `&cache=0` */
  place: (prefix?: string, options?: string) => string;
  endpoint: string;
  /** Asked of each request. */
  faults: (decide: ((method: string, url: string) => Fault | null) | null) => void;
  /** Methods and addresses of all requests so far. */
  requests: string[];
  close: () => Promise<void>;
}

/** Starts one; its keys are in the environment of this process until it is closed. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'patchbay-s3-'));
  const options = { address: '127.0.0.1', port: 0, directory, silent: true };
  const store = new S3rver({ ...options, configureBuckets: [{ name: BUCKET, configs: [] }] });
  const { port } = await store.run();
  // It calculates the signature of a request to a bucket without the slash at the end of its path.
  const lists = new S3rver({ ...options, configureBuckets: [], allowMismatchedSignatures: true });
  const { port: listPort } = await lists.run();
  const requests: string[] = [];
  const held = new Set<ServerResponse>();
  let decide: ((method: string, url: string) => Fault | null) | null = null;
  const proxy = createServer((incoming, outgoing) => {
    const { method = '', url = '' } = incoming;
    requests.push(`${method} ${url}`);
    const fault = decide?.(method, url) ?? null;
    if (fault?.kind === 'hold') {
      held.add(outgoing);
      incoming.resume();
    } else if (fault?.kind === 'answer') {
      incoming.resume();
      outgoing.writeHead(200, { 'content-type': 'application/xml' }).end(fault.body);
    } else if (fault?.kind === 'refuse') {
      incoming.resume();
      incoming.on('end', () => {
        const body = `<?xml version="1.0"?><Error><Code>${fault.code}</Code><Message>no</Message></Error>`;
        outgoing.writeHead(fault.status, { 'content-type': 'application/xml' }).end(body);
      });
    } else {
      const isBucket = /^\/[^/]+\/(?:\?|$)/.test(url);
      passOn(
        incoming,
        outgoing,
        isBucket ? listPort : port,
        fault?.kind === 'cut' ? fault.afterBytes : Infinity,
      );
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const before = { ...process.env };
  Object.assign(process.env, KEYS, { AWS_EC2_METADATA_DISABLED: 'true' });
  return {
    place: (prefix = 'studio', options = '') => `s3://${BUCKET}/${prefix}?endpoint=${endpoint}${options}`,
    endpoint,
    faults: (next) => (decide = next),
    requests,
    async close() {
      for (const response of held) response.destroy();
      for (const name of Object.keys(KEYS)) {
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
      }
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      await store.close();
      await lists.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, port: number, afterBytes: number): void {
  const { method, url, headers } = incoming;
  const target = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    let sent = 0;
    answer.on('data', (chunk: Buffer) => {
      const rest = chunk.subarray(0, Math.max(0, afterBytes - sent));
      sent += chunk.length;
      if (sent < afterBytes) outgoing.write(rest);
      else outgoing.write(rest, () => outgoing.destroy());
    });
    answer.on('end', () => outgoing.end());
  });
  target.on('error', () => outgoing.destroy());
  incoming.pipe(target);
}
