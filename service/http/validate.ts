import type { z } from 'zod';
import type { AnyEndpoint } from '#shared/api/index.ts';
import { isStorable, MAX_ISSUES, validate, validateInSlices, type Validated } from '#shared/reading/index.ts';
import { unstorable, ValidationProblem, type Issue } from '#service/problems/validation-problem.ts';
import { MappedProblem } from './mapped-problem.ts';
import { inSlices } from './slices.ts';

/** Checking a request against its row of the endpoint table. */

type RequestLocation = 'body' | 'query' | 'path' | 'header';

const TYPE_NAMES: Record<string, string> = {
  string: 'string_type',
  number: 'float_type',
  int: 'int_type',
  boolean: 'bool_type',
  array: 'list_type',
  object: 'dict_type',
  record: 'dict_type',
  tuple: 'tuple_type',
  null: 'none_required',
};

const typeOf = (issue: z.core.$ZodIssue, input: unknown): string => {
  if (issue.code === 'invalid_type') {
    return input === undefined ? 'missing' : (TYPE_NAMES[issue.expected] ?? 'type_error');
  }
  if (issue.code === 'invalid_union') return 'union_error';
  if (issue.code === 'too_small') return 'too_small';
  if (issue.code === 'too_big') return 'too_big';
  if (issue.code === 'invalid_format') return 'string_pattern_mismatch';
  return 'value_error';
};

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (current, key) =>
      typeof current === 'object' && current !== null
        ? (current as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );

/** Of a union's branches, the issues of the one that came closest say most about what is wrong. */
function flatten(issues: readonly z.core.$ZodIssue[], prefix: readonly PropertyKey[]): z.core.$ZodIssue[] {
  return issues.flatMap((issue) => {
    const path = [...prefix, ...issue.path];
    if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      const depth = (branch: readonly z.core.$ZodIssue[]) =>
        Math.max(...branch.map((entry) => entry.path.length), 0);
      const closest = [...issue.errors].sort((a, b) => depth(b) - depth(a))[0]!;
      if (closest.length > 0 && depth(closest) > 0) return flatten(closest, path);
    }
    return [{ ...issue, path }];
  });
}

const isEchoable = (input: unknown): boolean =>
  input === null ||
  typeof input === 'number' ||
  typeof input === 'boolean' ||
  (typeof input === 'string' && input.length <= 200);

/**
 * Parses a value by a schema.
 * @throws ValidationProblem, or MappedProblem where the endpoint's row has a status of its own for the place.
 */
export function parseWith<T>(
  schema: z.ZodType<T>,
  value: unknown,
  location: RequestLocation,
  endpoint: AnyEndpoint,
): T {
  return dataOf(validate(schema, value), value, location, endpoint);
}

/** As `parseWith`, for bodies: other requests have their turn while a large one is checked. */
export async function parseBody<T>(schema: z.ZodType<T>, value: unknown, endpoint: AnyEndpoint): Promise<T> {
  const parsed = await inSlices(validateInSlices(schema, value));
  return dataOf(parsed, value, 'body', endpoint);
}

function dataOf<T>(
  parsed: Validated<T>,
  value: unknown,
  location: RequestLocation,
  endpoint: AnyEndpoint,
): T {
  if (parsed.ok) return parsed.value;
  const issues: Issue[] = flatten(parsed.issues, [])
    .slice(0, MAX_ISSUES)
    .map((issue) => {
      const input = valueAt(value, issue.path);
      const type = typeOf(issue, input);
      return {
        loc: [location, ...issue.path.map((key) => (typeof key === 'number' ? key : String(key)))],
        msg: type === 'missing' ? 'Field required' : issue.message,
        type,
        ...(isEchoable(input) ? { input } : {}),
      };
    });
  throw mapped(endpoint, location, issues) ?? new ValidationProblem(issues);
}

function mapped(
  endpoint: AnyEndpoint,
  location: RequestLocation,
  issues: readonly Issue[],
): MappedProblem | null {
  for (const mapping of endpoint.problems ?? []) {
    if (mapping.in !== location) continue;
    // Only when nothing outside the mapped place is wrong: a missing field elsewhere is a plain 422.
    const inside = issues.every(
      (issue) => issue.loc[1] === mapping.field && (mapping.self || issue.loc.length > 2),
    );
    if (!inside || issues.length === 0) continue;
    const first = issues[0]!;
    const index = first.loc[2];
    return new MappedProblem(mapping, `${first.loc.slice(1).join('.')}: ${first.msg}`, {
      ...(typeof index === 'number' ? { operationIndex: index } : {}),
      detail: issues,
    });
  }
  return null;
}

/** Refuses NUL characters and lone surrogates in the strings at the top of a query or body. */
export function rejectUnstorable(value: object, location: RequestLocation): void {
  for (const [name, entry] of Object.entries(value)) {
    if (typeof entry !== 'string' || isStorable(entry)) continue;
    throw unstorable([location, name], 'The text holds a NUL character or half a surrogate pair.');
  }
}
