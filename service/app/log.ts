import { AsyncLocalStorage } from 'node:async_hooks';
import pino, { type DestinationStream, type Logger } from 'pino';
import type { ServiceConfig } from '#service/context.ts';

/** The log of a process of the service: lines for people, or JSON for programs. */

/** What every line says that is written while some work goes on. */
interface LogContext {
  requestId?: string;
  runId?: string;
}

const context = new AsyncLocalStorage<LogContext>();

/** Runs `work`; whatever is logged until its end says which request or run it was for. */
export async function withLogContext<T>(fields: LogContext, work: () => Promise<T>): Promise<T> {
  const current: LogContext = { ...context.getStore(), ...fields };
  try {
    return await context.run(current, work);
  } finally {
    // What it began and left to others, as a run, goes on under no name.
    delete current.requestId;
    delete current.runId;
  }
}

const NAMES: Readonly<Record<number, string>> = {
  20: 'DEBUG',
  30: 'INFO',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
};

/** What of an error is written: drivers of databases keep the values of rows in other fields. */
interface LoggedError {
  type: string;
  message: string;
  code?: unknown;
  stack?: string | undefined;
  cause?: LoggedError;
}

function errorFields(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(code !== undefined && { code }),
    stack: error.stack,
    ...(error.cause instanceof Error && { cause: errorFields(error.cause) }),
  };
}

/** A line of JSON as people read it: time, level, message, and what else it says. */
export function humanLine(line: string): string {
  const {
    level,
    time,
    msg = '',
    err,
    ...rest
  } = JSON.parse(line) as {
    level: number;
    time: number;
    msg?: string;
    err?: LoggedError;
  };
  const fields = Object.entries(rest).map(
    ([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const stack = err === undefined ? '' : `\n${err.stack ?? `${err.type}: ${err.message}`}`;
  return `${new Date(time).toISOString()} ${(NAMES[level] ?? String(level)).padEnd(5)} ${msg}${fields.join('')}${stack}\n`;
}

/** Where the log goes; a line that nobody takes any more, or that a full disk refuses, ends no request. */
function standardError(): DestinationStream {
  const target = pino.destination({ dest: 2, sync: true });
  target.on('error', () => {});
  return target;
}

/** @param target standard error without it: standard output carries results only. */
export function createLog(
  { logLevel, logFormat = 'human' }: Pick<ServiceConfig, 'logLevel' | 'logFormat'>,
  target: DestinationStream = standardError(),
): Logger {
  const destination =
    logFormat === 'json' ? target : { write: (line: string) => target.write(humanLine(line)) };
  return pino(
    {
      level: logLevel,
      base: undefined,
      mixin: () => ({ ...context.getStore() }),
      serializers: { err: errorFields },
    },
    destination,
  );
}
