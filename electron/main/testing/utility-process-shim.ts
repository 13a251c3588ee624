import { EventEmitter } from 'node:events';

/**
 * Loaded before the program of a utility process stand-in: gives it `process.parentPort`, with ports that travel, over
 * Node's own channel.
 */

class PortShim extends EventEmitter {
  readonly #id: number;
  constructor(id: number) {
    super();
    this.#id = id;
  }
  postMessage(data: unknown): void {
    process.send?.({ port: this.#id, data });
  }
  start(): void {}
}

class ParentPortShim extends EventEmitter {
  postMessage(data: unknown): void {
    process.send?.({ data });
  }
  override on(event: string, listener: (...sent: unknown[]) => void): this {
    // A program that listens to its parent does not end by itself.
    process.channel?.ref();
    return super.on(event, listener);
  }
  override once(event: string, listener: (...sent: unknown[]) => void): this {
    process.channel?.ref();
    return super.once(event, listener);
  }
}

interface Sent {
  port?: number;
  data: unknown;
  ports?: number[];
}

const parentPort = new ParentPortShim();
const ports = new Map<number, PortShim>();
Object.defineProperty(process, 'parentPort', { value: parentPort });
process.on('message', ({ port, data, ports: ids = [] }: Sent) => {
  if (port !== undefined) {
    ports.get(port)?.emit('message', { data });
    return;
  }
  const arrived = ids.map((id) => {
    const made = new PortShim(id);
    ports.set(id, made);
    return made;
  });
  parentPort.emit('message', { data, ports: arrived });
});
process.channel?.unref();
