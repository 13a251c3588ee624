import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFileSync, syncFolderSync } from './folder-sync.ts';

/** Text kept where others may read it, but not its meaning: AES-256-GCM with a key in a file of its owner's. */

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The key file is missing, damaged or not the one that sealed this text. */
export class SealProblem extends Error {
  override name = 'SealProblem';
}

/** Reads the key, or makes one that only the owner may read. Two processes that make one at once get the same. */
function loadKey(file: string, make: boolean): Buffer {
  try {
    return checked(readFileSync(file), file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    if (!make) throw new SealProblem(`The key file ${file} is missing.`);
  }
  // Written whole under another name first: whoever finds the file finds all of it.
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx' });
  try {
    syncFileSync(draft);
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolderSync(dirname(file));
  return checked(readFileSync(file), file);
}

function checked(key: Buffer, file: string): Buffer {
  if (key.byteLength !== KEY_BYTES) throw new SealProblem(`The key file ${file} is damaged.`);
  return key;
}

/**
 * Seals a text.
 * @param purpose what it is for; it opens for the same purpose only.
 */
export function seal(keyFile: string, purpose: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', loadKey(keyFile, true), nonce);
  cipher.setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** @throws SealProblem when the key file or the purpose is another one, or the bytes were changed. */
export function unseal(keyFile: string, purpose: string, bytes: Uint8Array): string {
  const key = loadKey(keyFile, false);
  const buffer = Buffer.from(bytes);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, buffer.subarray(0, NONCE_BYTES));
    decipher.setAAD(Buffer.from(purpose));
    decipher.setAuthTag(buffer.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const sealed = buffer.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
  } catch {
    throw new SealProblem('The sealed text cannot be opened with this key file.');
  }
}
