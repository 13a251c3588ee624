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
