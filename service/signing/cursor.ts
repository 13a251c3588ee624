import { sign, signatureMatches } from '#service/storage/secrets.ts';
import { Problem } from '#service/problems/problem.ts';

/**
 * Opaque cursors: a position, authenticated together with what it belongs to (account, list, filters), so that one
 * made up, or carried over to another list or owner, is refused.
 */
export interface Cursors {
  /** @param binding what the cursor is valid for: account id, list name, filter values. */
  seal(binding: readonly string[], position: readonly (string | number)[]): string;
  /** The position, or null when the text is not a cursor of this binding. */
  open(binding: readonly string[], cursor: string): (string | number)[] | null;
}

/** Several times the longest that is given out. */
const MAX_CURSOR_CHARACTERS = 4000;

export function createCursors(secret: Buffer): Cursors {
  const fields = (binding: readonly string[], position: string) => ['cursor', ...binding, position];
  return {
    seal(binding, position) {
      const text = JSON.stringify(position);
      return `${Buffer.from(text).toString('base64url')}.${sign(secret, fields(binding, text))}`;
    },
    open(binding, cursor) {
      if (cursor.length > MAX_CURSOR_CHARACTERS) return null;
      const [encoded, signature, extra] = cursor.split('.');
      if (!encoded || !signature || extra !== undefined) return null;
      const bytes = Buffer.from(encoded, 'base64url');
      // The decoder skips foreign characters and ignores unused bits: only the spelling that was given is taken.
      if (bytes.toString('base64url') !== encoded) return null;
      const text = bytes.toString('utf8');
      if (!signatureMatches(secret, fields(binding, text), signature)) return null;
      return JSON.parse(text) as (string | number)[];
    },
  };
}

/** @throws Problem INVALID_CURSOR */
export function openCursor(
  cursors: Cursors,
  binding: readonly string[],
  cursor: string,
): (string | number)[] {
  const position = cursors.open(binding, cursor);
  if (position) return position;
  throw Problem.of('INVALID_CURSOR', 'The cursor is not valid for this list. Start again without a cursor.');
}
