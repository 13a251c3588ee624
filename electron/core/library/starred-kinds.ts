import type { LibraryOutputKind } from '#shared/desk/index.ts';

/** What a cell of a grid shows of a run before its words and numbers; the star of the cell is on these where there are any. */
const SHOWN_FIRST = ['image', 'video', 'audio'] as const satisfies readonly LibraryOutputKind[];

/** The same for SQL. */
export const SHOWN_FIRST_SQL = SHOWN_FIRST.map((kind) => `'${kind}'`).join(', ');

const isShownFirst = (kind: LibraryOutputKind): boolean =>
  (SHOWN_FIRST as readonly LibraryOutputKind[]).includes(kind);

/** Whether an output of a run is starred where its cell of a grid is. @param all outputs of the run */
export const takesStar = (
  output: { kind: LibraryOutputKind },
  all: readonly { kind: LibraryOutputKind }[],
): boolean => isShownFirst(output.kind) || !all.some(({ kind }) => isShownFirst(kind));
