import type { z } from 'zod';

/** A row of the table of `/desk` routes. */
export interface DeskRoute<
  Q extends z.ZodType | null,
  B extends z.ZodType | null,
  R extends z.ZodType | null,
  Path extends string = string,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{camelCase}` parameters. */
  path: Path;
  query: Q;
  body: B;
  response: R;
}

/** Writes a row; what is left out is null. */
export const route = <
  const Path extends string,
  Q extends z.ZodType | null = null,
  B extends z.ZodType | null = null,
  R extends z.ZodType | null = null,
>(
  method: DeskRoute<Q, B, R>['method'],
  path: Path,
  fields: { query?: Q; body?: B; response?: R } = {},
): DeskRoute<Q, B, R, Path> => ({
  method,
  path,
  query: (fields.query ?? null) as Q,
  body: (fields.body ?? null) as B,
  response: (fields.response ?? null) as R,
});
