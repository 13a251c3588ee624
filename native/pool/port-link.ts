import type { Port } from '../child/channel.ts';
import type { ChildExit, ChildKind, ChildLink } from './launcher.ts';
import { findMarked, findStrays, killAll, killTree } from './processes.ts';

export interface PortLinkOptions {
  kind: ChildKind;
  /** Unique to this child, in its environment. */
  mark: string;
  /** Ends the process. */
  end(): void;
}

/** A child that is reached by a port, as Electron's utility processes are. It leads no process group. */
export class PortLink implements ChildLink {
  readonly exited: Promise<ChildExit>;
  pid: number | undefined;
  readonly #options: PortLinkOptions;
  readonly #texts: ((text: string) => void)[] = [];
  readonly #closings: (() => void)[] = [];
  readonly #unsent: string[] = [];
  readonly #resolveExited: (exit: ChildExit) => void;
  #port: Port | null = null;
  #hasExited = false;
  #tail = '';

  constructor(options: PortLinkOptions) {
    this.#options = options;
    const { promise, resolve } = Promise.withResolvers<ChildExit>();
    this.exited = promise;
    this.#resolveExited = resolve;
  }

  /** The process is there: what was sent meanwhile goes out. */
  connect(pid: number | undefined, port: Port): void {
    this.pid = pid;
    this.#port = port;
    port.on('message', ({ data }) => {
      // A line break of its own ends the line; anything but text is no message.
      for (const listener of this.#texts) listener(`${typeof data === 'string' ? data : ''}\n`);
    });
    port.on('close', () => {
      for (const listener of this.#closings) listener();
    });
    port.start();
    for (const line of this.#unsent.splice(0)) port.postMessage(line, []);
  }

  /** The process is gone. @param output the end of what it wrote to its output streams. */
  finished(exit: ChildExit, output: string): void {
    if (this.#hasExited) return;
    this.#hasExited = true;
    this.#tail = output;
    this.#resolveExited(exit);
  }

  send(line: string): void {
    if (this.#port === null) this.#unsent.push(line);
    else if (!this.#hasExited) this.#port.postMessage(line, []);
  }

  onText(listener: (text: string) => void): void {
    this.#texts.push(listener);
  }

  onClosed(listener: () => void): void {
    this.#closings.push(listener);
  }

  /** Whoever forked the process reads its output and holds the end of it only. */
  onFlood(): void {}

  outputTail(): string {
    return this.#tail;
  }

  async strays(): Promise<number[]> {
    const { kind, mark } = this.#options;
    return kind === 'program' && this.pid !== undefined ? findStrays(this.pid, mark) : [];
  }

  async kill(): Promise<void> {
    const { kind, mark } = this.#options;
    if (this.#hasExited) {
      if (kind === 'program') killAll(await findMarked(mark));
      return;
    }
    if (kind === 'program' && this.pid !== undefined) await killTree(this.pid, { leadsGroup: false, mark });
    this.#options.end();
  }
}
