import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRigCore } from '../rig-core.ts';

/** The process whose disk fails: core and service, reached over a port. Argument: data folder. Ends with its parent. */

const core = createRigCore(process.argv[2] ?? '');
await core.start();

async function pass(request: Request, outgoing: ServerResponse): Promise<void> {
  const response = await core.fetch(request);
  outgoing.writeHead(response.status, {
    'content-type': response.headers.get('content-type') ?? 'text/plain',
  });
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

const server = createServer((incoming, outgoing) => {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => {
    const { method = 'GET', url = '/', headers } = incoming;
    const body = Buffer.concat(chunks);
    const request = new Request(`http://app.test${url}`, {
      method,
      headers: { 'content-type': headers['content-type'] ?? 'application/json' },
      ...(body.length > 0 ? { body } : {}),
    });
    void pass(request, outgoing);
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));

process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => {
  server.closeAllConnections();
  void core.close().then(() => process.exit(0));
});
