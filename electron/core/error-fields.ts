import { systemErrorCode } from './desk-error.ts';

/**
 * What of an error may go into the log: its name, its code and where it was thrown. Never its message, which may quote
 * what was being handled.
 */
export function errorFields(error: unknown): { name: string; code: string | null; stack: string | null } {
  return {
    name: error instanceof Error ? error.name : typeof error,
    code: systemErrorCode(error),
    stack: stackOf(error),
  };
}

function stackOf(error: unknown): string | null {
  if (!(error instanceof Error) || !error.stack) return null;
  return error.stack
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 8)
    .join('\n');
}
