import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServiceKey, ServiceProgram, type ServiceProcess } from './service-program.ts';

export interface PlainResponse {
  status: number;
  body: string;
}

export interface BusyResponse extends PlainResponse {
  /** Statuses of another client's requests meanwhile. */
  others: number[];
  /** Processor time of the main thread between two turns of its event loop, at most. */
  maxBusyMs: number;
  /** The same as a multiple of what reading 200,000 small objects takes that thread at the time. */
  maxBusy: number;
  grownBytes: number;
}

/** A monitored service in a process of its own, which answers one client while another keeps it busy. */
export class BusyService {
  readonly #data: string;
  readonly #program: ServiceProgram;
  readonly #service: ServiceProcess;
  /** Of every request: the key, and JSON. */
  readonly headers: Readonly<Record<string, string>>;

  private constructor(data: string, program: ServiceProgram, service: ServiceProcess, key: string) {
    this.#data = data;
    this.#program = program;
    this.#service = service;
    this.headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  }

  static async start(): Promise<BusyService> {
    const data = await mkdtemp(join(tmpdir(), 'patchbay-busy-'));
    const key = await createServiceKey(data);
    const program = new ServiceProgram(data);
    const service = await program.start({ 'rate-limit': 1_000_000 }, { monitored: true });
    return new BusyService(data, program, service, key);
  }

  /** Ends the process and removes its data. */
  async end(): Promise<void> {
    await this.#program.killAll();
    await rm(this.#data, { recursive: true, force: true });
  }

  /** @param path below `/api/v1`. */
  url(path: string): string {
    return `${this.#service.origin}/api/v1${path}`;
  }

  async send(
    method: string,
    path: string,
    body?: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<PlainResponse> {
    const response = await fetch(this.url(path), {
      method,
      headers: { ...this.headers, ...headers },
      body,
    });
    return { status: response.status, body: await response.text() };
  }

  /** Makes an empty project. @returns its id. */
  async createProject(): Promise<string> {
    const { body } = await this.send('POST', '/projects', '{"name":"p"}');
    const { id } = JSON.parse(body) as { id: string };
    return id;
  }

  /** Sends a body while another client asks for its credits again and again. */
  async measure(...request: Parameters<BusyService['send']>): Promise<BusyResponse> {
    await this.send('GET', '/account/credits');
    const { rss, referenceMs } = await this.#service.report();
    const sender = { isDone: false };
    const sent = this.send(...request).finally(() => {
      sender.isDone = true;
    });
    const others: number[] = [];
    while (!sender.isDone) others.push((await this.send('GET', '/account/credits')).status);
    const response = await sent;
    const { peakRss, maxBusyMs, ...after } = await this.#service.report();
    const maxBusy = maxBusyMs / Math.max(referenceMs, after.referenceMs);
    return { ...response, others, maxBusyMs, maxBusy, grownBytes: peakRss - rss };
  }
}
