/**
 * A refusal with the status and code that the API document gives it. Everything thrown that is not one of these is a
 * defect and is answered as 500 without its text. `http/respond.ts` is the one place that turns these into responses.
 */
export class ApiProblem extends Error {
  override name = 'ApiProblem';
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, unknown> | undefined;
  readonly headers: Record<string, string>;

  /** @param message says what is wrong and what to do next. */
  constructor(
    status: number,
    code: string,
    message: string,
    details?: Record<string, unknown>,
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}

/** A 422 in the shape of `HTTPValidationError`. `loc` starts with `body`, `query`, `path` or `header`. */
export class ValidationProblem extends Error {
  override name = 'ValidationProblem';
  readonly issues: readonly { loc: (string | number)[]; msg: string; type: string; input?: unknown }[];

  constructor(issues: ValidationProblem['issues']) {
    super(issues[0]?.msg ?? 'The request is not valid.');
    this.issues = issues;
  }
}
