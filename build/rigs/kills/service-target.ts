import { join } from 'node:path';
import { callDesk } from '#renderer/desk/index.ts';
import type { Random } from '../random.ts';
import { findLocalService } from './local-service.ts';
import { startDropProxy, type DropProxy } from './drop-proxy.ts';
import { inTime, pause } from './page-process.ts';

/** Where a page finds the service: by a connection that is there, or by one that it adds. */
export type ServiceTarget =
  | { connectionId: string }
  | { connectionId: null; service: { origin: string; key: string } };

/** The connection of the local service that every app has. */
const LOCAL = 'local';

/** The connection by which all pages of a world work: the local one, or one to a proxy that drops responses. */
export class RigConnection {
  readonly #data: string;
  #proxy: DropProxy | null = null;
  #id: string | null = LOCAL;

  /** @param folder data folder of the app. */
  constructor(folder: string) {
    this.#data = join(folder, 'data');
  }

  /** Responses get lost from now on, on a connection of its own. To be called before a page is opened. */
  async dropResponses(random: Random): Promise<void> {
    this.#proxy = await startDropProxy(this.#data, random);
    this.#id = null;
  }

  get id(): string {
    return this.#id ?? LOCAL;
  }

  get dropped(): number {
    return this.#proxy?.dropped ?? 0;
  }

  added(connectionId: string): void {
    this.#id = connectionId;
  }

  async target(): Promise<ServiceTarget> {
    if (this.#id !== null || this.#proxy === null) return { connectionId: this.id };
    const { origin } = this.#proxy;
    // The service starts after the desktop process.
    const { key } = await inTime('The start of the local service', this.#localService());
    return { connectionId: null, service: { origin, key } };
  }

  async #localService(): Promise<{ key: string }> {
    for (;;) {
      const found = await findLocalService(this.#data).catch(() => null);
      if (found) return found;
      await pause(50);
    }
  }

  /** @returns whether responses can get lost here. */
  dropNext(count: number): boolean {
    this.#proxy?.dropNext(count);
    return this.#proxy !== null;
  }

  async close(): Promise<void> {
    await this.#proxy?.close();
  }
}

/** Of the page. @returns the connection to work with. */
export async function connect(target: ServiceTarget): Promise<string> {
  if (target.connectionId !== null) return target.connectionId;
  const { origin, key } = target.service;
  return (await callDesk('addConnection', { body: { name: 'Hosted', baseUrl: origin, key } })).id;
}
