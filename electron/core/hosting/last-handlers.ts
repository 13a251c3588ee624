import { errorFields } from '../error-fields.ts';
import type { CoreLog } from '../options.ts';

/** Codes of connections that ended: an error event of one without a listener says no more than that it is gone. */
const DISCONNECT_CODES: ReadonlySet<string> = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT']);
const SOCKET_CALLS: ReadonlySet<string> = new Set(['read', 'write', 'shutdown', 'connect']);

/**
 * Whether Node itself made the error, of a socket or pipe that ended. Those of files have the same codes but other
 * words ("EPIPE: broken pipe, write") or a path; those that a program throws have no number of the system.
 */
function isDisconnectError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errno, code, syscall, path } = error as NodeJS.ErrnoException;
  if (typeof errno !== 'number' || code === undefined || syscall === undefined) return false;
  if (path !== undefined || !DISCONNECT_CODES.has(code) || !SOCKET_CALLS.has(syscall)) return false;
  return error.message.startsWith(`${syscall} ${code}`);
}

type Listener = (reason: unknown) => void;

/** The part of a process that errors nobody handled arrive at. */
export interface ErrorSource {
  on(event: 'unhandledRejection' | 'uncaughtException', listener: Listener): unknown;
  off(event: 'unhandledRejection' | 'uncaughtException', listener: Listener): unknown;
}

/**
 * What a host does about errors that nobody handled; they are defects, and none of them may take the person's window
 * away without a word. A rejected promise ends one piece of work: it is logged and everything else goes on. After an
 * exception nobody knows what was left half done: it is logged and the host ends in order, which the journal and the
 * databases stand at any point.
 * @param end ends the host in order; called once. @returns a function that removes the handlers.
 */
export function installLastHandlers(source: ErrorSource, log: CoreLog, end: () => void): () => void {
  let ending = false;
  const onRejection: Listener = (reason) =>
    log.error(errorFields(reason), 'a rejection that nobody handled; work goes on');
  const onException: Listener = (error) => {
    const fields = errorFields(error);
    if (isDisconnectError(error)) {
      log.error(fields, 'an error of a connection that nobody handled; work goes on');
      return;
    }
    log.error(fields, 'an exception that nobody handled; Patchbay ends');
    if (ending) return;
    ending = true;
    end();
  };
  source.on('unhandledRejection', onRejection);
  source.on('uncaughtException', onException);
  return () => {
    source.off('unhandledRejection', onRejection);
    source.off('uncaughtException', onException);
  };
}
