import { Socket } from 'node:net';
import { lineSplitter, MAX_TASK_LINE_LENGTH } from '../protocol.ts';

/** The child's side of the line to its pool. */
export interface ChildChannel {
  send(line: string): void;
  /** Called with each line from the pool. */
  onLine(listener: (line: string) => void): void;
  /** Called when the pool is gone. */
  onEnd(listener: () => void): void;
}

/** Where a child that was spawned finds the line. */
export const CHANNEL_FD = 3;

/** The part of Electron's ports that is used here; this room knows no Electron. */
export interface Port {
  postMessage(message: string, transfer: []): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  start(): void;
}

interface ParentPort {
  once(event: 'message', listener: (event: { ports: readonly Port[] }) => void): unknown;
}

/** @returns the port to the process that forked this one in Electron, null in plain Node. */
export function electronParentPort(): unknown {
  return 'parentPort' in process ? process.parentPort : null;
}

/** In Electron a port comes with the first message; elsewhere the line is an inherited descriptor. */
export async function openChannel(): Promise<ChildChannel> {
  const parent = electronParentPort();
  return parent === null || parent === undefined
    ? channelOfDescriptor()
    : channelOfPort(parent as ParentPort);
}

function channelOfDescriptor(): ChildChannel {
  const socket = new Socket({ fd: CHANNEL_FD, readable: true, writable: true });
  // The pool may go at any time; its end of the line is all there is to notice.
  socket.on('error', () => socket.destroy());
  socket.setEncoding('utf8');
  return {
    send: (line) => void socket.write(`${line}\n`),
    onLine: (listener) => void socket.on('data', lineSplitter(listener, undefined, MAX_TASK_LINE_LENGTH)),
    onEnd: (listener) => void socket.once('close', listener).once('end', listener),
  };
}

async function channelOfPort(parent: ParentPort): Promise<ChildChannel> {
  const port = await new Promise<Port>((resolve, reject) => {
    parent.once('message', ({ ports: [first] }) => {
      if (first === undefined) reject(new Error('The first message brings the port.'));
      else resolve(first);
    });
  });
  return {
    send: (line) => port.postMessage(line, []),
    onLine: (listener) => {
      port.on('message', ({ data }) => {
        if (typeof data === 'string') listener(data);
      });
      port.start();
    },
    onEnd: (listener) => void port.on('close', listener),
  };
}
