import { createSerialize } from '#shared/language/serialize.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import { FilmVersion, type MediaDocumentKind } from '#shared/desk/index.ts';
import { DeskError } from '../desk-error.ts';
import type { Clock } from '../options.ts';
import { jsonOf } from '../response-cache/json-of.ts';

const compress = promisify(gzip);
const expand = promisify(gunzip);

const PAGE = 50;
/** Edits of one kind with shorter pauses are one stretch of work, and one version. Milliseconds. */
const PAUSE = 12_000;
/** A stretch that lasts longer is divided, so that each minute of work has a place to go back to. Milliseconds. */
const MAX_SPAN = 60_000;
/** Characters of JSON; a longer document is not saved. */
const MAX_LETTERS = 16 * 1024 * 1024;

/** Whose versions. */
export interface FilmKey {
  connectionId: string;
  projectId: string;
  kind: MediaDocumentKind;
}

/** A document as the service has it. */
interface FilmState extends FilmKey {
  version: number;
  reason: FilmVersion['reason'];
  document: object;
  picture: FilmVersion['picture'];
  /** What was done since the state before. */
  steps?: readonly string[];
  /** Of one that is kept before a step; it is never replaced. */
  name?: string;
}

/** Storyboards and timelines as they were, on this computer. */
export interface FilmVersionStore {
  /**
   * Saves a state, in place of the one before where both belong to one stretch of work. What equals the newest is that one.
   * @returns whether something was saved.
   */
  keep(state: FilmState): Promise<boolean>;
  /** Newest first. @param before of the page before. */
  list(key: FilmKey, before?: string): { versions: FilmVersion[]; nextBefore: string | null };
  /** @throws DeskError `NOT_FOUND` when there is no such version, or it is damaged. */
  document(key: FilmKey, id: string): Promise<{ version: FilmVersion; document: Record<string, unknown> }>;
  /** @throws DeskError `NOT_FOUND` */
  rename(key: FilmKey, id: string, name: string | null): FilmVersion;
  /** One that is gone already is no error. */
  delete(key: FilmKey, id: string): void;
  /** The project was made anew under another id: its versions go with it. */
  moveProject(connectionId: string, from: string, to: string): void;
  removeProject(connectionId: string, projectId: string): void;
  removeConnection(connectionId: string): void;
  /** Waits for what is being saved. */
  close(): Promise<void>;
}

const Row = z.object({
  place: z.number(),
  id: z.string(),
  version: z.number(),
  reason: FilmVersion.shape.reason,
  name: z.string().nullable(),
  began_at: z.number(),
  at: z.number(),
  sketch: z.string(),
  hash: z.string(),
  steps: z.string().nullable(),
});
type Row = z.infer<typeof Row>;

const toPublic = (row: Row): FilmVersion =>
  FilmVersion.parse({
    id: row.id,
    version: row.version,
    reason: row.reason,
    name: row.name,
    at: new Date(row.at).toISOString(),
    picture: JSON.parse(row.sketch),
    ...(row.steps === null ? {} : { steps: stepsOf(row) }),
  });

/** Steps of a stretch that are kept. */
const MAX_STEPS = 60;

const stepsOf = ({ steps }: Pick<Row, 'steps'>): string[] =>
  z
    .array(z.string())
    .catch([])
    .parse(steps === null ? [] : jsonOf(Buffer.from(steps)));

const serializeSteps = (steps: readonly string[]): string | null =>
  steps.length === 0 ? null : JSON.stringify(steps.slice(-MAX_STEPS));

const Stored = z.record(z.string(), z.unknown());

function createRows(database: DatabaseSync) {
  const fields = 'place, id, version, reason, name, began_at, at, sketch, hash, steps';
  const of = 'connection_id = ? AND project_id = ? AND kind = ?';
  const page = database.prepare(
    `SELECT ${fields} FROM film_versions WHERE ${of} AND place < ? ORDER BY place DESC LIMIT ?`,
  );
  const selectById = database.prepare(`SELECT ${fields} FROM film_versions WHERE ${of} AND id = ?`);
  const body = database.prepare('SELECT document FROM film_versions WHERE place = ?');
  return {
    page: ({ connectionId, projectId, kind }: FilmKey, before: number, limit: number): Row[] =>
      page.all(connectionId, projectId, kind, before, limit).map((row) => Row.parse(row)),
    find({ connectionId, projectId, kind }: FilmKey, id: string): Row | null {
      const row = selectById.get(connectionId, projectId, kind, id);
      return row === undefined ? null : Row.parse(row);
    },
    body(position: number): Uint8Array | null {
      const bytes = body.get(position)?.['document'];
      return bytes instanceof Uint8Array ? bytes : null;
    },
    add: database.prepare(`
      INSERT INTO film_versions (id, connection_id, project_id, kind, version, reason, name, began_at, at, sketch, hash, document,
        steps)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    replace: database.prepare(
      'UPDATE film_versions SET version = ?, at = ?, sketch = ?, hash = ?, document = ?, steps = ? WHERE place = ?',
    ),
    rename: database.prepare('UPDATE film_versions SET name = ?, reason = ? WHERE place = ?'),
    remove: database.prepare(`DELETE FROM film_versions WHERE ${of} AND id = ?`),
    move: database.prepare(
      'UPDATE film_versions SET project_id = ? WHERE connection_id = ? AND project_id = ?',
    ),
    removeProject: database.prepare('DELETE FROM film_versions WHERE connection_id = ? AND project_id = ?'),
    removeConnection: database.prepare('DELETE FROM film_versions WHERE connection_id = ?'),
    used: database.prepare('SELECT coalesce(sum(length(document)), 0) AS bytes FROM film_versions'),
    removeOldest: database.prepare(`
      DELETE FROM film_versions WHERE place = (
        SELECT place FROM film_versions v WHERE (name IS NULL OR reason = 'before') AND EXISTS (
          SELECT 1 FROM film_versions n WHERE n.connection_id = v.connection_id AND n.project_id = v.project_id
            AND n.kind = v.kind AND n.place > v.place)
        ORDER BY place LIMIT 1)`),
  };
}

/** `trim 2 clips` → `trim`: of what kind a step is. */
const kindOf = (step: string): string => /^[^\s:]+/.exec(step)?.[0].toLowerCase() ?? '';

/** Whether steps are of the kinds that a version has already; steps that nobody named are of any. */
function isSameKind(latest: Row, steps: readonly string[]): boolean {
  const before = new Set(stepsOf(latest).map(kindOf));
  return before.size === 0 || steps.every((step) => before.has(kindOf(step)));
}

/** Whether a state goes on with the stretch of work that the newest version ends: edits of one kind without a pause. */
const continues = (
  latest: Row,
  reason: FilmVersion['reason'],
  steps: readonly string[],
  timestamp: number,
): boolean =>
  latest.name === null &&
  latest.reason === 'saved' &&
  reason === 'saved' &&
  timestamp - latest.at < PAUSE &&
  timestamp - latest.began_at < MAX_SPAN &&
  isSameKind(latest, steps);

/** What is written of a state. */
interface VersionRecord {
  version: number;
  reason: FilmVersion['reason'];
  name: string | null;
  now: number;
  thumbnail: string;
  hash: string;
  bytes: Uint8Array;
}
type Rows = ReturnType<typeof createRows>;

/** The state goes on with a stretch of work: what was done in it is one list. */
function replaceRow(
  rows: Rows,
  latest: Row,
  { version, now: timestamp, thumbnail, hash, bytes }: VersionRecord,
  steps: readonly string[],
): void {
  const all = serializeSteps([...stepsOf(latest), ...steps]);
  rows.replace.run(version, timestamp, thumbnail, hash, bytes, all, latest.place);
}

function addRow(
  rows: Rows,
  { connectionId, projectId, kind }: FilmKey,
  { version, reason, name, now: timestamp, thumbnail, hash, bytes }: VersionRecord,
  steps: readonly string[],
): void {
  const id = `film_${timestamp.toString(36)}${randomBytes(6).toString('hex')}`;
  const columns = [
    version,
    reason,
    name,
    timestamp,
    timestamp,
    thumbnail,
    hash,
    bytes,
    serializeSteps(steps),
  ] as const;
  rows.add.run(id, connectionId, projectId, kind, ...columns);
}

/** @throws DeskError `NOT_FOUND` for bytes that are no document any more. */
async function readDocument(bytes: Uint8Array | null): Promise<Record<string, unknown>> {
  try {
    const text = (await expand(bytes ?? new Uint8Array(), { maxOutputLength: 4 * MAX_LETTERS })).toString();
    return Stored.parse(JSON.parse(text));
  } catch {
    throw new DeskError(
      'NOT_FOUND',
      'This version was damaged on the disk and cannot be shown. The others are not affected.',
      { status: 410 },
    );
  }
}

/** @param limit bytes of compressed documents of all projects. */
export function createFilmVersionStore(
  database: DatabaseSync,
  limit: number,
  clock: Clock,
): FilmVersionStore {
  const rows = createRows(database);
  const serialize = createSerialize();

  function rowOf(key: FilmKey, id: string): Row {
    const row = rows.find(key, id);
    if (!row) throw new DeskError('NOT_FOUND', 'This version is no longer stored.');
    return row;
  }

  /** The newest of each document stays in any case. */
  function evict(): void {
    while (Number(rows.used.get()?.['bytes']) > limit && rows.removeOldest.run().changes > 0);
  }

  async function keep({
    document,
    picture,
    reason,
    version,
    name,
    steps = [],
    ...location
  }: FilmState): Promise<boolean> {
    const text = JSON.stringify(document);
    if (text.length > MAX_LETTERS) return false;
    const hash = createHash('sha256').update(text).digest('hex');
    const [latest] = rows.page(location, Number.MAX_SAFE_INTEGER, 1);
    if (latest?.hash === hash) {
      if (name === undefined || latest.name !== null) return false;
      rows.rename.run(name, reason, latest.place);
      return true;
    }
    const bytes = await compress(text, { level: 4 });
    const timestamp = clock.now();
    const record = {
      version,
      reason,
      name: name ?? null,
      now: timestamp,
      thumbnail: JSON.stringify(picture),
      hash,
      bytes,
    };
    if (latest && continues(latest, reason, steps, timestamp)) replaceRow(rows, latest, record, steps);
    else addRow(rows, location, record, steps);
    evict();
    return true;
  }

  return {
    // One after the other: each is compared with the one before.
    keep: (state) => serialize(() => keep(state)),

    list(key, before) {
      const found = rows.page(key, before === undefined ? Number.MAX_SAFE_INTEGER : Number(before), PAGE + 1);
      const versions = found.slice(0, PAGE);
      const last = found.length > PAGE ? versions.at(-1) : undefined;
      return { versions: versions.map(toPublic), nextBefore: last ? String(last.place) : null };
    },

    async document(key, id) {
      const row = rowOf(key, id);
      return { version: toPublic(row), document: await readDocument(rows.body(row.place)) };
    },

    rename(key, id, name) {
      const row = rowOf(key, id);
      // One that a person names is theirs and stays, also where it was kept before a step.
      const reason = row.reason === 'before' ? 'saved' : row.reason;
      rows.rename.run(name, reason, row.place);
      return toPublic({ ...row, name, reason });
    },
    delete: ({ connectionId, projectId, kind }, id) =>
      void rows.remove.run(connectionId, projectId, kind, id),
    moveProject: (connectionId, from, to) => void rows.move.run(to, connectionId, from),
    removeProject: (connectionId, projectId) => void rows.removeProject.run(connectionId, projectId),
    removeConnection: (connectionId) => void rows.removeConnection.run(connectionId),
    close: () => serialize(() => undefined),
  };
}
