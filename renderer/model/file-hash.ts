/** Larger files are known by name and length alone: hashing takes their bytes into memory. */
const MAX_HASHED = 512 * 1024 ** 2;

/** The SHA-256 of a file in hex; null for one that is too large or cannot be read. */
export async function hashOf(file: Blob): Promise<string | null> {
  if (file.size > MAX_HASHED) return null;
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch {
    return null;
  }
}
