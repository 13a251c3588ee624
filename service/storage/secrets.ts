import { createHmac, createSecretKey, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { Database } from './database.ts';
import { queryRow, run } from './statements.ts';

/** The secret of that name, 32 random bytes made when first asked for and kept with the data. */
export async function loadSecret(db: Database, name: string): Promise<Buffer> {
  await run(
    db,
    'INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING',
    name,
    randomBytes(32),
  );
  const value = (await queryRow(db, 'SELECT value FROM secrets WHERE name = ?', name))?.['value'];
  if (!(value instanceof Uint8Array)) throw new Error(`The secret ${name} is missing.`);
  return Buffer.from(value);
}

/** Making a key of bytes costs ten times the signature, and a page of events takes a signature an event. */
const keys = new WeakMap<Buffer, KeyObject>();

function keyOf(secret: Buffer): KeyObject {
  let key = keys.get(secret);
  if (key === undefined) keys.set(secret, (key = createSecretKey(secret)));
  return key;
}

/** HMAC-SHA-256 of fields, as base64url. Fields are length-prefixed, so that no two lists collide. */
export function sign(secret: Buffer, fields: readonly string[]): string {
  const text = fields.map((field) => `${Buffer.byteLength(field)}:${field}`).join('');
  return createHmac('sha256', keyOf(secret)).update(text).digest('base64url');
}

/** Compares a signature in constant time. */
export function signatureMatches(secret: Buffer, fields: readonly string[], signature: string): boolean {
  const expected = Buffer.from(sign(secret, fields));
  const candidate = Buffer.from(signature);
  return expected.length === candidate.length && timingSafeEqual(expected, candidate);
}
