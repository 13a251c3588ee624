import { DatabaseUnavailable, DatabaseUnreachable } from '../database-unavailable.ts';

/** What PostgreSQL, the network or the driver say when a statement fails, and what people are told. */

/** Of the system: nobody answers there, or the connection ended. */
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
]);

/** Of PostgreSQL: ended by its administrator, crashed, or on its way up or down. */
const SERVER_STOPPED = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '25P04']);

/** The driver says these in words only. */
const DRIVER =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired|timeout exceeded when trying to connect)/;

const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
};

/** Whether an error says that the connection it came over cannot be used any more, or that there is none. */
export function isDisconnected(error: unknown): boolean {
  const code = codeOf(error);
  if (NETWORK.has(code) || SERVER_STOPPED.has(code) || /^08.{3}$/.test(code)) return true;
  if (error instanceof AggregateError) return error.errors.some(isDisconnected);
  return error instanceof Error && DRIVER.test(error.message);
}

/** Another transaction came between: nothing was written, and the same may be tried again. */
export const isOvertaken = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error));

/** A prepared statement whose tables have changed since. */
export const isOutdatedPlan = (error: unknown): boolean =>
  codeOf(error) === '0A000' && error instanceof Error && /cached plan/.test(error.message);

const SENTENCES: Readonly<Record<string, string>> = {
  '57014': 'The database took too long, so the work was ended. Try again in a moment.',
  '53100': 'The disk of the database is full. Free some space there, then try again.',
  '53200': 'The database has no memory left. Try again in a moment.',
  '53300': 'The database takes no more connections at present. Try again in a moment.',
  '25006':
    'The database can only be read at present, as a standby or one that is being moved is. Try again once it takes changes.',
  '40001': 'Other work came between. Try again.',
  '40P01': 'Other work came between. Try again.',
};

const UNREACHABLE = 'The database cannot be reached. Try again in a moment.';

/** @returns the error as the service passes it on: with a sentence where the database cannot be used, else as it is. */
export function explain(error: unknown): unknown {
  const sentence = SENTENCES[codeOf(error)];
  if (sentence !== undefined) return new DatabaseUnavailable(sentence, { cause: error });
  if (!isDisconnected(error)) return error;
  return new DatabaseUnavailable(UNREACHABLE, { cause: error });
}

/** As `explain`, where nothing can have been kept. @param otherwise what is said where the connection is not the cause. */
export const explainStart = (error: unknown, otherwise = explain(error)): unknown =>
  isDisconnected(error) ? new DatabaseUnreachable(UNREACHABLE, { cause: error }) : otherwise;

/** As `explain`, where the answer to a commit never came. */
export const explainCommit = (error: unknown): unknown =>
  isDisconnected(error)
    ? new DatabaseUnavailable(
        'The connection to the database ended before it said whether the change is kept. Look whether it is there, or send the request again with the same Idempotency-Key.',
        { cause: error },
      )
    : explain(error);
