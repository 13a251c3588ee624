import { z } from 'zod';
import { FilmVersion, type MediaDocumentKind } from '#shared/desk/index.ts';
import type { Clock } from '../options.ts';
import { jsonOf } from '../response-cache/json-of.ts';
import { hashOf } from './document-files.ts';
import { damagedVersion, type DocumentVersions } from './document-versions.ts';
import type { VersionKey, VersionRow } from './version-rows.ts';

/** Edits of one kind with shorter pauses are one stretch of work, and one version. Milliseconds. */
const PAUSE = 12_000;
/** A stretch that lasts longer is divided, so that each minute of work has a place to go back to. Milliseconds. */
const MAX_SPAN = 60_000;
/** Characters of JSON; a longer document is not saved. */
const MAX_LETTERS = 16 * 1024 * 1024;

/** Whose versions. */
export interface FilmKey extends VersionKey {
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
  /** Newest first. @param cursor of the page before. */
  list(key: FilmKey, cursor?: string): { versions: FilmVersion[]; nextCursor: string | null };
  /** @throws DeskError `NOT_FOUND` when there is no such version, or it is damaged. */
  document(key: FilmKey, id: string): Promise<{ version: FilmVersion; document: Record<string, unknown> }>;
  /** @throws DeskError `NOT_FOUND` */
  rename(key: FilmKey, id: string, name: string | null): FilmVersion;
  /** One that is gone already is no error. */
  delete(key: FilmKey, id: string): Promise<void>;
}

const toPublic = (row: VersionRow): FilmVersion =>
  FilmVersion.parse({
    id: row.id,
    version: row.version,
    reason: row.reason,
    name: row.name,
    at: row.at,
    picture: JSON.parse(row.sketch),
    ...(row.steps === null ? {} : { steps: stepsOf(row) }),
  });

/** Steps of a stretch that are kept. */
const MAX_STEPS = 60;

const stepsOf = ({ steps }: Pick<VersionRow, 'steps'>): string[] =>
  z
    .array(z.string())
    .catch([])
    .parse(steps === null ? [] : jsonOf(Buffer.from(steps)));

const serializeSteps = (steps: readonly string[]): string | null =>
  steps.length === 0 ? null : JSON.stringify(steps.slice(-MAX_STEPS));

const Stored = z.record(z.string(), z.unknown());

/** `trim 2 clips` → `trim`: of what kind a step is. */
const kindOf = (step: string): string => /^[^\s:]+/.exec(step)?.[0].toLowerCase() ?? '';

/** Whether steps are of the kinds that a version has already; steps that nobody named are of any. */
function isSameKind(latest: VersionRow, steps: readonly string[]): boolean {
  const before = new Set(stepsOf(latest).map(kindOf));
  return before.size === 0 || steps.every((step) => before.has(kindOf(step)));
}

/** Whether a state goes on with the stretch of work that the newest version ends: edits of one kind without a pause. */
const continues = (
  latest: VersionRow,
  reason: FilmVersion['reason'],
  steps: readonly string[],
  timestamp: number,
): boolean =>
  latest.name === null &&
  latest.reason === 'saved' &&
  reason === 'saved' &&
  timestamp - Date.parse(latest.at) < PAUSE &&
  timestamp - Date.parse(latest.began_at ?? latest.at) < MAX_SPAN &&
  isSameKind(latest, steps);

/** @throws DeskError `NOT_FOUND` for what is no document any more. */
async function readDocument(store: DocumentVersions, row: VersionRow): Promise<Record<string, unknown>> {
  const text = await store.text(row);
  const { data } = Stored.safeParse(text === null ? null : jsonOf(Buffer.from(text)));
  if (data !== undefined) return data;
  store.noteDamaged(row);
  throw damagedVersion();
}

/** The storyboards and timelines among the versions: a version is a stretch of work. */
export function createFilmVersionStore(store: DocumentVersions, clock: Clock): FilmVersionStore {
  async function keep(state: FilmState): Promise<boolean> {
    const { document, picture, reason, version, name, steps = [] } = state;
    const text = JSON.stringify(document);
    if (text.length > MAX_LETTERS) return false;
    const latest = store.latest(state);
    if (latest?.hash === hashOf(text) && latest.damaged === 0) {
      if (name === undefined || latest.name !== null) return false;
      store.update(latest, { name, keep: latest.keep === 1, reason });
      return true;
    }
    const timestamp = clock.now();
    // What was done in one stretch of work is one list.
    const replaces = latest && continues(latest, reason, steps, timestamp) ? latest : null;
    const at = new Date(timestamp).toISOString();
    await store.write(
      state,
      {
        version,
        reason,
        name: name ?? null,
        at,
        firstAt: at,
        nodeCount: 0,
        changes: null,
        sketch: JSON.stringify(picture),
        steps: serializeSteps(replaces === null ? steps : [...stepsOf(replaces), ...steps]),
      },
      text,
      { idPrefix: 'film', replaces },
    );
    return true;
  }

  return {
    // One after the other: each is compared with the one before.
    keep: (state) => store.serialize(() => keep(state)),

    list(key, cursor) {
      const { rows, nextCursor } = store.list(key, { cursor });
      return { versions: rows.map(toPublic), nextCursor };
    },

    async document(key, id) {
      const row = store.find(key, id);
      return { version: toPublic(row), document: await readDocument(store, row) };
    },

    rename(key, id, name) {
      const row = store.find(key, id);
      // One that a person names is theirs and stays, also where it was kept before a step.
      const reason = row.reason === 'before' ? 'saved' : row.reason;
      return toPublic(store.update(row, { name, keep: row.keep === 1, reason }));
    },
    delete: (key, id) => store.delete(key, id),
  };
}
