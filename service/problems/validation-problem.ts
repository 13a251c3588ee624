/** A part of a request that is not valid. `loc` starts with `body`, `query`, `path` or `header`. */
export interface Issue {
  loc: (string | number)[];
  msg: string;
  type: string;
  input?: unknown;
}

/** A request with parts that are not valid, in the shape of the API document's `HTTPValidationError`. */
export class ValidationProblem extends Error {
  override name = 'ValidationProblem';
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super(issues[0]?.msg ?? 'The request is not valid.');
    this.issues = issues;
  }
}

/** A `ValidationProblem` about one place. */
export const invalid = (loc: (string | number)[], msg: string, type = 'value_error'): ValidationProblem =>
  new ValidationProblem([{ loc, msg, type }]);

/** A `ValidationProblem` about a text that cannot be stored: it holds a NUL character or half a surrogate pair. */
export const unstorable = (loc: (string | number)[], msg: string): ValidationProblem =>
  invalid(loc, msg, 'string_unstorable');
