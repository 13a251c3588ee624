import type { ProblemKind, Problems } from './kinds.ts';

type Details<Kind extends ProblemKind> = undefined extends Problems[Kind]
  ? [details?: Problems[Kind]]
  : [details: Problems[Kind]];

/** A problem as plain data, for a thread to send. */
export interface SerializedProblem {
  kind: ProblemKind;
  message: string;
  details: Problems[ProblemKind];
}

/**
 * A refusal that the client is told. It knows no HTTP: `service/http` has the table from kinds to responses. Anything
 * else that is thrown is a defect and is answered without its text.
 */
export class Problem extends Error {
  override name = 'Problem';
  readonly kind: ProblemKind;
  readonly details: Problems[ProblemKind];

  private constructor({ kind, message, details }: SerializedProblem) {
    super(message);
    this.kind = kind;
    this.details = details;
  }

  /** @param message says what is wrong and what to do next. */
  static of<Kind extends ProblemKind>(kind: Kind, message: string, ...details: Details<Kind>): Problem;
  static of(kind: ProblemKind, message: string, details?: Problems[ProblemKind]): Problem {
    return new Problem({ kind, message, details });
  }

  /** A problem that another thread has sent. */
  static received(serialized: SerializedProblem): Problem {
    return new Problem(serialized);
  }

  /** The same problem, for a caller who knows the input by the name of a field. */
  ofField(fieldName: string): Problem {
    const { kind, message, details } = this;
    return new Problem({ kind, message: `${fieldName}: ${message}`, details: { ...details, fieldName } });
  }
}
