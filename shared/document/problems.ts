import type { z } from 'zod';
import { SLICE_STEPS, type Slices } from '../reading/slices.ts';
import { validateInSlices } from '../reading/validate.ts';

/** Problems of a document somebody sent: where, what, and a code for programs. */
export interface DocumentProblem {
  /** Dotted, with indexes: `timeline.clips.0.duration`; empty for the document itself. */
  path: string;
  code: string;
  message: string;
}

export type Checked<T> = { ok: true; document: T } | { ok: false; problems: DocumentProblem[] };

export const pathOf = (keys: readonly PropertyKey[]): string => keys.map(String).join('.');

/** Problems gathered of one document; nobody reads on beyond. */
export const MAX_PROBLEMS = 1000;

/** Checks a document by its schema. @returns the parsed document and no problems, or null and the first problems. */
export function* checkSchema<S extends z.ZodType>(
  schema: S,
  input: unknown,
): Slices<{ document: z.output<S> | null; problems: DocumentProblem[] }> {
  const checked = yield* validateInSlices(schema, input, { maxIssues: MAX_PROBLEMS });
  return checked.ok
    ? { document: checked.value, problems: [] }
    : { document: null, problems: schemaProblems(checked.issues) };
}

/** One problem an issue of the schema; a list of unknown keys becomes one problem each. */
function schemaProblems(issues: readonly z.core.$ZodIssue[]): DocumentProblem[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: pathOf([...issue.path, key]),
        code: 'UNKNOWN_FIELD',
        message: `There is no field called ${key}. Put what is your own under "ext".`,
      }));
    }
    return [{ path: pathOf(issue.path), code: issue.code.toUpperCase(), message: issue.message }];
  });
}

export const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Adds a problem for every id of a list that an earlier entry has already, until there are `MAX_PROBLEMS`. */
export function* addDoubledIds(
  problems: DocumentProblem[],
  list: unknown,
  path: readonly PropertyKey[],
  label: string,
): Slices<void> {
  const visited = new Set<unknown>();
  for (const [index, item] of asList(list).entries()) {
    if (problems.length >= MAX_PROBLEMS) return;
    if (index % SLICE_STEPS === SLICE_STEPS - 1) yield;
    const { id } = asRecord(item);
    if (typeof id !== 'string') continue;
    if (visited.has(id)) {
      problems.push({
        path: pathOf([...path, index, 'id']),
        code: 'DOUBLED_ID',
        message: `Another ${label} has the id "${id}".`,
      });
    }
    visited.add(id);
  }
}
