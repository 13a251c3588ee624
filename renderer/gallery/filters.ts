import type { LibraryOutputKind, OutputBatch, OutputSearch } from '#shared/desk/index.ts';

/** What a person has narrowed the outputs by. */
export interface GalleryFilters {
  text: string;
  kind: LibraryOutputKind | null;
  nodeId: string | null;
  /** Null of whatever made them. */
  madeBy: NonNullable<OutputSearch['madeBy']> | Pick<OutputBatch, 'id' | 'kind' | 'name'> | null;
  collectionId: string | null;
  period: Period;
  /** `YYYY-MM-DD`, for the period `day`. */
  day: string;
  starred: boolean;
  stacked: boolean;
  hidden: boolean;
  inputs: readonly InputBounds[];
  run: { id: string; label: string } | null;
  stackOf: { id: string; label: string } | null;
}

/** What an input of one node had: a value, or numbers between bounds that count. */
interface InputBounds {
  /** Empty of a field of a form. */
  nodeId: string;
  name: string;
  /** `Light · Angle` */
  label: string;
  value?: string;
  from?: number;
  to?: number;
}

export type Period = 'any' | 'today' | 'week' | 'month' | 'day';

export const noFilters: GalleryFilters = {
  text: '',
  kind: null,
  nodeId: null,
  madeBy: null,
  collectionId: null,
  period: 'any',
  day: '',
  starred: false,
  stacked: false,
  hidden: false,
  inputs: [],
  run: null,
  stackOf: null,
};

/** Whether anything is left out by choice. */
export const isFiltered = (filters: GalleryFilters): boolean =>
  JSON.stringify({ ...filters, stacked: false }) !== JSON.stringify(noFilters);

/** The first moment of a day here, and of the next. */
function dayBounds(at: Date, days: number): { from: string; to: string } {
  const start = new Date(at.getFullYear(), at.getMonth(), at.getDate() - days);
  const end = new Date(at.getFullYear(), at.getMonth(), at.getDate() + 1);
  return { from: start.toISOString(), to: end.toISOString() };
}

function boundsOf({ period, day }: GalleryFilters, date: Date): { from?: string; to?: string } {
  switch (period) {
    case 'any':
      return {};
    case 'today':
      return { from: dayBounds(date, 0).from };
    case 'week':
      return { from: dayBounds(date, 6).from };
    case 'month':
      return { from: dayBounds(date, 29).from };
    case 'day': {
      const at = new Date(`${day}T00:00:00`);
      return Number.isNaN(at.getTime()) ? {} : dayBounds(at, 0);
    }
    default: {
      const unknown: never = period;
      return unknown;
    }
  }
}

/** The search of this computer that shows what is left. @param date for "today". */
export function searchOf(
  projectRef: { connectionId: string; projectId: string | null },
  filters: GalleryFilters,
  date: Date,
): OutputSearch {
  const { text, kind, nodeId, madeBy, collectionId, starred, stacked, hidden, inputs, run, stackOf } =
    filters;
  return {
    connectionId: projectRef.connectionId,
    ...(projectRef.projectId === null ? {} : { projectId: projectRef.projectId }),
    ...(text.trim() === '' ? {} : { text: text.trim().slice(0, 1000) }),
    ...(kind === null ? {} : { kind }),
    ...(nodeId === null ? {} : { nodeId }),
    ...(madeBy === null ? {} : typeof madeBy === 'string' ? { madeBy } : { batchId: madeBy.id }),
    ...(collectionId === null ? {} : { collectionId }),
    ...boundsOf(filters, date),
    ...(starred ? { starred: true as const } : {}),
    distinct: true,
    ...(stacked && stackOf === null ? { stacked: true as const } : {}),
    ...(hidden ? { hidden: true as const } : {}),
    ...(inputs.length === 0 ? {} : { inputs: inputs.map(({ label: _label, ...input }) => input) }),
    ...(run === null ? {} : { runId: run.id }),
    ...(stackOf === null ? {} : { stackOf: stackOf.id }),
  };
}
