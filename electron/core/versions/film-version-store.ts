import { z } from 'zod';
import type {
  MediaDocumentKind,
  MediaVersion,
  MediaVersionDocument,
  VersionReason,
} from '#shared/desk/index.ts';
import type { StoryboardSketch } from '#shared/storyboard/sketch.ts';
import type { TimelineSketch } from '#shared/timeline/sketch.ts';
import type { Clock } from '../options.ts';
import { jsonOf } from '../response-cache/json-of.ts';
import { hashOf } from './document-files.ts';
import { damagedVersion, type DocumentVersions } from './document-versions.ts';
import { stepsOf, toMediaVersion } from './project-version.ts';
import type { ProjectKey, VersionKey, VersionRow } from './version-rows.ts';

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

/** What a document looks like small. */
export type MediaSketch =
  | { kind: 'storyboard'; sketch: StoryboardSketch }
  | { kind: 'timeline'; sketch: TimelineSketch };

/** A document as the service has it. */
interface FilmState extends FilmKey {
  version: number;
  reason: VersionReason;
  document: object;
  picture: MediaSketch;
  /** What was done since the state before. */
  steps?: readonly string[];
  /** Of one that is kept before a step; it is never replaced. */
  name?: string;
}

/** Storyboards and timelines as they were, on this computer. */
export interface FilmVersionStore {
  /**
   * Saves a state, in place of the one before where both belong to one stretch of work. What equals the newest is that one.
   * @returns null when nothing was saved.
   */
  keep(state: FilmState): Promise<MediaVersion | null>;
  /** @throws DeskError `NOT_FOUND` when there is no such version, or it is damaged. */
  document(project: ProjectKey, id: string): Promise<MediaVersionDocument>;
}

/** Steps of a stretch that are kept. */
const MAX_STEPS = 60;

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
  reason: VersionReason,
  steps: readonly string[],
  timestamp: number,
): boolean =>
  latest.name === null &&
  latest.keep === 0 &&
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
  async function keep(state: FilmState): Promise<MediaVersion | null> {
    const { document, picture, reason, version, name, steps = [] } = state;
    const text = JSON.stringify(document);
    if (text.length > MAX_LETTERS) return null;
    const latest = store.latest(state);
    if (latest?.hash === hashOf(text) && latest.damaged === 0) {
      if (name === undefined || latest.name !== null) return null;
      return toMediaVersion(store.update(latest, { name, keep: latest.keep === 1, reason }));
    }
    const timestamp = clock.now();
    // What was done in one stretch of work is one list.
    const replaces = latest && continues(latest, reason, steps, timestamp) ? latest : null;
    const at = new Date(timestamp).toISOString();
    const row = await store.write(
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
    return toMediaVersion(row);
  }

  return {
    // One after the other: each is compared with the one before.
    keep: (state) => store.serialize(() => keep(state)),

    async document(project, id) {
      const row = store.find(project, id);
      return { version: toMediaVersion(row), document: await readDocument(store, row) };
    },
  };
}
