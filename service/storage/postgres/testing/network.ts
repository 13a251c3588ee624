import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A network between a service and its database. */
export interface CutNetwork {
  /** The address of the database through it. */
  url: string;
  /** Takes connections, and lets nothing through. */
  hang(): void;
  /** How many connections got no answer so. */
  hung(): number;
  /** Ends all connections, and each new one at once. */
  cut(): void;
  /** How many connections were ended at once. */
  refused(): number;
  /** Ends all connections, and tells the service alone: the database takes them for open. */
  lose(): void;
  /** Takes connections again. */
  mend(): void;
}

/** @param target the socket of the server. @param name of the database. */
export async function openNetwork(target: string, name: string): Promise<CutNetwork> {
  const sockets = new Set<Socket>();
  /** Those of the service. */
  const clientSockets = new Set<Socket>();
  let isCut = false;
  let isHung = false;
  let refused = 0;
  let hung = 0;
  const join = (from: Socket): void => {
    if (isCut) {
      refused += 1;
      from.destroy();
      return;
    }
    if (isHung) {
      hung += 1;
      sockets.add(from);
      from.on('error', () => {}).on('close', () => sockets.delete(from));
      return;
    }
    const to = connect(target);
    clientSockets.add(from);
    from.on('close', () => clientSockets.delete(from));
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.on('data', (bytes) => other.write(bytes));
    }
  };
  const server = createServer(join).listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgres://postgres@127.0.0.1:${port}/${name}`,
    hang() {
      isHung = true;
      for (const socket of sockets) socket.destroy();
    },
    hung: () => hung,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    refused: () => refused,
    lose() {
      for (const socket of clientSockets) {
        socket.removeAllListeners('close');
        socket.on('close', () => sockets.delete(socket));
        socket.destroy();
      }
    },
    mend() {
      isCut = false;
      isHung = false;
    },
  };
}
