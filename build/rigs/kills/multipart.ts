import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Upload } from '#shared/desk/index.ts';
import { callDesk, deskFetch } from '#renderer/desk/index.ts';
import { createServiceKey, ServiceProgram, type ServiceProcess } from '#service/testing/service-program.ts';
import type { Random } from '../random.ts';
import { emulatePage } from '../page-side.ts';
import { startHostProcess, type HostProcess } from './host-process.ts';

/**
 * Core and service are killed in the middle of uploads in parts: between two parts, in the middle of one, and while they
 * are put together. Each upload comes to its end, and nothing of it is left over.
 */

export const killPoints = ['between parts', 'in the middle of a part', 'while completing'] as const;
export type KillPoint = (typeof killPoints)[number];
export const killed = ['service', 'core', 'both'] as const;
export type Killed = (typeof killed)[number];

const PART_BYTES = 20_000;
const PARTS = 60;

const flags = { 'multipart-threshold': 30_000, 'part-size': PART_BYTES };

/** A port that was free a moment ago: the service comes back under the same address. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((closed) => server.close(() => closed()));
  return port;
}

/** An app with a connection to a service that takes files in small parts. */
export class MultipartWorld {
  readonly #folder: string;
  readonly #data: string;
  readonly #program: ServiceProgram;
  readonly #port: number;
  #service!: ServiceProcess;
  #host!: HostProcess;
  #leavePage: () => void = () => undefined;
  #connectionId = '';
  /** Kills that came before their upload was complete. */
  killsInTime = 0;
  readonly #expected: { fileName: string; sha256: string; sizeBytes: number }[] = [];

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#data = join(folder, 'hosted');
    this.#program = new ServiceProgram(this.#data);
    this.#port = port;
  }

  static async open(): Promise<MultipartWorld> {
    const world = new MultipartWorld(await mkdtemp(join(tmpdir(), 'patchbay-multipart-')), await freePort());
    const key = await createServiceKey(world.#data);
    await world.#startService();
    await world.#startHost();
    const added = await callDesk('addConnection', {
      body: { name: 'Hosted', baseUrl: `http://127.0.0.1:${world.#port}`, key },
    });
    world.#connectionId = added.id;
    return world;
  }

  async #startService(): Promise<void> {
    this.#service = await this.#program.start({ ...flags, port: this.#port });
  }

  async #startHost(): Promise<void> {
    this.#host = await startHostProcess(this.#folder);
    this.#leavePage();
    this.#leavePage = await emulatePage(await this.#host.link());
  }

  /** Uploads one file, kills in the middle of it, and waits for its end. @returns what is wrong. */
  async play(victim: Killed, killPoint: KillPoint, random: Random): Promise<string[]> {
    const number = this.#expected.length + 1;
    const bytes = new Uint8Array(PART_BYTES * PARTS - 7);
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = (at * 13 + number * 101 + (at >> 9)) & 0xff;
    const fileName = `file-${number}.bin`;
    this.#expected.push({
      fileName,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      sizeBytes: bytes.length,
    });
    const query = `connectionId=${this.#connectionId}&filename=${fileName}&sizeBytes=${bytes.length}`;
    const response = await deskFetch(`/desk/uploads?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: bytes,
    });
    if (response.status !== 201) return [`The upload was answered ${response.status}.`];
    const { id } = (await response.json()) as Upload;
    if (await this.#reachKillPoint(killPoint, random.between(1, PARTS - 5), fileName)) this.killsInTime += 1;
    await Promise.all([
      victim === 'core' ? null : this.#service.kill(),
      victim === 'service' ? null : this.#host.kill(),
    ]);
    if (victim !== 'core') await this.#startService();
    if (victim !== 'service') await this.#startHost();
    const finishedUpload = await this.#waitForEnd(id);
    return finishedUpload.state === 'done'
      ? []
      : [`${fileName} ended as ${finishedUpload.state}: ${String(finishedUpload.error)}`];
  }

  /** Waits for the moment. @returns false when the upload was complete before it was seen. */
  async #reachKillPoint(killPoint: KillPoint, fraction: number, fileName: string): Promise<boolean> {
    const database = new DatabaseSync(join(this.#data, 'patchbay.sqlite'), { readOnly: true });
    const segments = database.prepare(
      'SELECT count(*) AS n, u.state FROM uploads u LEFT JOIN upload_parts p ON p.upload_id = u.id WHERE u.filename = ? GROUP BY u.id',
    );
    try {
      for (;;) {
        const row = segments.get(fileName);
        const count = Number(row?.['n'] ?? 0);
        if (row?.['state'] === 'completed') return false;
        if (killPoint === 'while completing' ? count >= PARTS : count >= fraction) {
          if (killPoint !== 'in the middle of a part') return true;
          const incoming = (await readdir(join(this.#data, 'blobs', 'incoming'))).length;
          if (incoming > count) return true;
        }
        await pause(1);
      }
    } finally {
      database.close();
    }
  }

  async #waitForEnd(id: string): Promise<Upload> {
    for (;;) {
      const { uploads } = await callDesk('listUploads', {}).catch(() => ({ uploads: [] }));
      const upload = uploads.find((found) => found.id === id);
      if (upload?.state === 'failed' && upload.retryable) {
        await callDesk('retryUpload', { params: { uploadId: id } }).catch(() => undefined);
      } else if (upload && ['done', 'failed', 'canceled'].includes(upload.state)) return upload;
      await pause(20);
    }
  }

  /** Everything at rest: what was uploaded is there, once, and nothing else. @returns what is wrong. */
  async checkRemaining(): Promise<string[]> {
    await this.#host.stop();
    await this.#service.stop();
    // What a kill left is cleared away at the next start.
    await this.#startService();
    await this.#service.stop();
    const problems: string[] = [];
    const database = new DatabaseSync(join(this.#data, 'patchbay.sqlite'), { readOnly: true });
    try {
      for (const { fileName, sha256 } of this.#expected) {
        const rows = database.prepare('SELECT blob FROM files WHERE filename = ?').all(fileName);
        if (rows.length !== 1) problems.push(`${fileName} is there ${rows.length} times.`);
        const blob = String(rows[0]?.['blob']);
        const path = join(this.#data, 'blobs', blob.slice(0, 2), blob);
        const content = existsSync(path) ? await readFile(path) : Buffer.alloc(0);
        if (createHash('sha256').update(content).digest('hex') !== sha256)
          problems.push(`${fileName} is damaged.`);
      }
      const pending = database.prepare("SELECT count(*) AS n FROM uploads WHERE state = 'pending'").get();
      const segments = database.prepare('SELECT count(*) AS n FROM upload_parts').get();
      const account = database
        .prepare('SELECT storage_used_bytes AS used, storage_reserved_bytes AS reserved FROM accounts')
        .get();
      const stored = this.#expected.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      // A session whose response a kill cut off ends when its time is over; until then its room is reserved.
      const reserved = Number(pending?.['n']) * (PART_BYTES * PARTS - 7);
      if (Number(account?.['used']) !== stored)
        problems.push(`${String(account?.['used'])} of ${stored} bytes are used.`);
      if (Number(account?.['reserved']) !== reserved)
        problems.push(`${String(account?.['reserved'])} bytes are reserved.`);
      const incoming = await readdir(join(this.#data, 'blobs', 'incoming'));
      if (incoming.length !== Number(segments?.['n'])) {
        problems.push(`${incoming.length} incoming files for ${String(segments?.['n'])} parts.`);
      }
    } finally {
      database.close();
    }
    return problems;
  }

  async close(): Promise<void> {
    this.#leavePage();
    await this.#host.kill();
    await this.#program.killAll();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

const pause = (ms: number) => new Promise<void>((resume) => setTimeout(resume, ms));
