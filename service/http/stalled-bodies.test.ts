import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { closeStalledBodies, hasBody, StalledBodies } from './stalled-bodies.ts';

const arriving = () => ({ complete: false, destroyed: false, readableLength: 0, socket: { bytesRead: 100 } });

describe('a body that is being sent', () => {
  it('may take hours while something of it comes now and then', () => {
    const bodies = new StalledBodies(1000);
    const request = arriving();
    bodies.add(request, 0);
    for (let now = 999; now < 3_600_000; now += 999) {
      request.socket.bytesRead += 1;
      expect(bodies.removeStalled(now)).toEqual([]);
    }
  });

  it('has stalled when nothing came for the limit, and is told once', () => {
    const bodies = new StalledBodies(1000);
    const request = arriving();
    bodies.add(request, 0);
    request.socket.bytesRead += 1;
    expect(bodies.removeStalled(500)).toEqual([]);
    expect(bodies.removeStalled(1499)).toEqual([]);
    expect(bodies.removeStalled(1500)).toEqual([request]);
    expect(bodies.removeStalled(9999)).toEqual([]);
    expect(bodies.size).toBe(0);
  });

  it('does not stall while it waits for the service to read', () => {
    const bodies = new StalledBodies(1000);
    const request = { ...arriving(), readableLength: 10 };
    bodies.add(request, 0);
    expect(bodies.removeStalled(5000)).toEqual([]);
    request.readableLength = 0;
    expect(bodies.removeStalled(5999)).toEqual([]);
    expect(bodies.removeStalled(6000)).toEqual([request]);
  });

  it.each(['complete', 'destroyed'] as const)('is forgotten once it is %s', (end) => {
    const bodies = new StalledBodies(1000);
    const request = arriving();
    bodies.add(request, 0);
    request[end] = true;
    expect(bodies.removeStalled(5000)).toEqual([]);
    expect(bodies.size).toBe(0);
  });
});

describe('the connection of a client that stops in the middle of a body', () => {
  async function listen(server: Server): Promise<number> {
    onTestFinished(async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  function sendHalf(port: number): Socket {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf');
    return socket;
  }

  it('is answered with 408 and closed', async () => {
    const server = createServer((request, response) => {
      request.resume().once('end', () => response.end());
      request.on('error', () => {});
    });
    closeStalledBodies(server, 20);
    expect(await text(sendHalf(await listen(server)))).toMatch(/^HTTP\/1\.1 408 .*Connection: close/s);
  });

  it('is closed when the request was answered without its body', async () => {
    const server = createServer((_request, response) => response.writeHead(401).end('no'));
    closeStalledBodies(server, 20);
    const reply = await text(sendHalf(await listen(server)));
    expect(reply).toMatch(/^HTTP\/1\.1 401 /);
    expect(reply).not.toContain('408');
  });

  it('is watched only while there is a body to come: requests without one, and those answered, are let go', async () => {
    const watched: number[] = [];
    const server = createServer((request, response) => {
      // After the other listener of the same event.
      process.nextTick(() => watched.push(bodies.size));
      request.resume().once('end', () => response.end('done'));
    });
    const bodies = closeStalledBodies(server, 3_600_000);
    const port = await listen(server);
    const origin = `http://127.0.0.1:${port}/`;
    for (const body of [undefined, 'whole', undefined]) {
      const response = await fetch(origin, body === undefined ? {} : { method: 'POST', body });
      expect(await response.text()).toBe('done');
    }
    expect(watched).toEqual([0, 1, 0]);
    expect(bodies.size).toBe(0);
    expect(hasBody({ headers: { 'transfer-encoding': 'chunked' } })).toBe(true);
    expect(hasBody({ headers: { 'content-length': '0' } })).toBe(false);
  });

  it('stays open while the response to a whole body takes its time', async () => {
    const sweeps: (() => void)[] = [];
    const server = createServer((request, response) => {
      request.resume().once('end', () => sweeps.push(() => response.end('done')));
    });
    closeStalledBodies(server, 20);
    const slow = sendHalf(await listen(server));
    const stalled = sendHalf((server.address() as AddressInfo).port);
    slow.write('second');
    // The other one ends by the limit; by then the first would have, too.
    await text(stalled);
    slow.end();
    sweeps[0]?.();
    expect(await text(slow)).toMatch(/^HTTP\/1\.1 200 /);
  });
});
