import { ToolError } from './tool-types.ts';

/** Cursors that agents hand back: what they hold is ours, and what comes back may be anything. */
export function readCursor(cursor: string | undefined, kind: string): { version: number; from: number } {
  if (cursor === undefined || cursor === '') return { version: -1, from: 0 };
  const [, found, version, from] = /^([a-z]+):(-?\d{1,15}):(\d{1,12})$/.exec(cursor) ?? [];
  if (found !== kind) throw new ToolError('This cursor is not one of this tool. Leave it out to begin anew.');
  return { version: Number(version), from: Number(from) };
}

export const writeCursor = (kind: string, version: number, from: number | null): string | null =>
  from === null ? null : `${kind}:${version}:${from}`;
