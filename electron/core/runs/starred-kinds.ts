import type { LibraryOutputKind } from '#shared/desk/index.ts';

/** What a cell of a grid shows of a run before its words and numbers; the star of the cell is on these where there are any. */
const PREFERRED_KINDS = ['image', 'video', 'audio'] as const satisfies readonly LibraryOutputKind[];

/** The same for SQL. */
export const PREFERRED_KINDS_SQL = PREFERRED_KINDS.map((kind) => `'${kind}'`).join(', ');

const isPreferredKind = (kind: LibraryOutputKind): boolean =>
  (PREFERRED_KINDS as readonly LibraryOutputKind[]).includes(kind);

/** Whether an output of a run is starred where its cell of a grid is. @param all outputs of the run */
export const isStarrable = (
  output: { kind: LibraryOutputKind },
  all: readonly { kind: LibraryOutputKind }[],
): boolean => isPreferredKind(output.kind) || !all.some(({ kind }) => isPreferredKind(kind));
