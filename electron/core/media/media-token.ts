import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { MediaSource, MediaVariant } from '#shared/desk/index.ts';
import { jsonOf } from '../response-cache/json-of.ts';
import { systemErrorCode } from '../desk-error.ts';
import { quarantine, writeFileAtomically } from '../storage/atomic-file.ts';
import { isUnreadable } from '../storage/data-folder.ts';

/** What one media address stands for. */
export interface MediaItem {
  connectionId: string;
  source: MediaSource;
  variant: MediaVariant;
}

/**
 * Unguessable addresses of media. A token carries what it stands for and a MAC over it, so it is the same each time
 * (pages cache by address) and nothing has to be remembered.
 */
export interface MediaTokens {
  sign(item: MediaItem): string;
  /** @returns null for a token that was not made here. */
  verify(token: string): MediaItem | null;
}

const Payload = z.object({ connectionId: z.string(), source: MediaSource, variant: MediaVariant });
const SECRET_BYTES = 32;
const MAC_BYTES = 16;

export function createMediaTokens(secret: Uint8Array): MediaTokens {
  const mac = (payload: string) =>
    createHmac('sha256', secret).update(payload).digest().subarray(0, MAC_BYTES);
  return {
    sign({ connectionId, source, variant }) {
      const payload = Buffer.from(JSON.stringify({ connectionId, source, variant })).toString('base64url');
      return `${payload}.${mac(payload).toString('base64url')}`;
    },
    verify(token) {
      const [payload, signature, ...extra] = token.split('.');
      if (!payload || !signature || extra.length > 0) return null;
      // The texts are compared: base64 has several spellings of the same bytes.
      const claimed = Buffer.from(signature);
      const expected = Buffer.from(mac(payload).toString('base64url'));
      if (claimed.byteLength !== expected.byteLength || !timingSafeEqual(claimed, expected)) return null;
      const item = Payload.safeParse(jsonOf(Buffer.from(payload, 'base64url')));
      return item.success ? item.data : null;
    },
  };
}

/** Reads the secret of this data folder, or makes it. A damaged one is replaced: addresses are made anew anyway. */
export async function loadMediaSecret(path: string, timestamp: number): Promise<Uint8Array> {
  try {
    const secret = await readFile(path);
    if (secret.byteLength === SECRET_BYTES) return secret;
  } catch (error) {
    if (isUnreadable(error)) await quarantine(path, timestamp);
    else if (systemErrorCode(error) !== 'ENOENT') throw error;
  }
  const secret = randomBytes(SECRET_BYTES);
  await writeFileAtomically(path, secret);
  return secret;
}
