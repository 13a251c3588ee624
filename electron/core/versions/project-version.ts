import { z } from 'zod';
import { MediaVersion, VersionReason, type GraphVersion, type ProjectVersion } from '#shared/desk/index.ts';
import { GraphSketch } from '#shared/graph/index.ts';
import { jsonOf } from '../response-cache/json-of.ts';
import type { VersionRow } from './version-rows.ts';

/** Rows of the history as pages read them. */

const Counts = z.object({
  added: z.number(),
  removed: z.number(),
  changed: z.number(),
  moved: z.number(),
  wires: z.number(),
});
/** A sketch of a storyboard or timeline is stored with its kind. */
const StoredSketch = z.object({ sketch: z.unknown() });

const commonOf = (row: VersionRow) => ({
  id: row.id,
  connectionId: row.connection_id,
  projectId: row.project_id,
  version: row.version,
  reason: VersionReason.parse(row.reason),
  name: row.name,
  keep: row.keep === 1,
  at: row.at,
  damaged: row.damaged === 1,
});

export const toGraphVersion = (row: VersionRow): GraphVersion => ({
  kind: 'graph',
  ...commonOf(row),
  nodeCount: row.node_count,
  changes: row.changes === null ? null : Counts.parse(jsonOf(Buffer.from(row.changes))),
  sketch: GraphSketch.parse(jsonOf(Buffer.from(row.sketch))),
});

export const toMediaVersion = (row: VersionRow): MediaVersion =>
  MediaVersion.parse({
    kind: row.kind,
    ...commonOf(row),
    ...(row.steps === null ? {} : { steps: stepsOf(row) }),
    sketch: StoredSketch.parse(jsonOf(Buffer.from(row.sketch))).sketch,
  });

export const toProjectVersion = (row: VersionRow): ProjectVersion =>
  row.kind === 'graph' ? toGraphVersion(row) : toMediaVersion(row);

/** What was done in the stretch of work that a version ends. */
export const stepsOf = ({ steps }: Pick<VersionRow, 'steps'>): string[] =>
  z
    .array(z.string())
    .catch([])
    .parse(steps === null ? [] : jsonOf(Buffer.from(steps)));
