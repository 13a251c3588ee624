import { createHash, randomBytes } from 'node:crypto';

/** Unused addresses that may be out at once; the oldest goes first. */
const maximumTokens = 64;

/**
 * Who may use this host: one-time tokens that stand in an address, and the bearers they are exchanged for.
 * Kept by hash and in memory only; ending the process ends every session.
 */
export interface Sessions {
  /** 256 bits, good for one exchange. */
  mintToken(): string;
  /** A new bearer, or null when the token is unknown or was used before. */
  exchange(token: string): string | null;
  isBearer(text: string): boolean;
}

export function createSessions(): Sessions {
  const tokens = new Set<string>();
  const bearers = new Set<string>();
  return {
    mintToken() {
      const token = secret();
      tokens.add(fingerprint(token));
      if (tokens.size > maximumTokens) {
        for (const oldest of tokens) {
          tokens.delete(oldest);
          break;
        }
      }
      return token;
    },
    exchange(token) {
      if (!tokens.delete(fingerprint(token))) return null;
      const bearer = secret();
      bearers.add(fingerprint(bearer));
      return bearer;
    },
    isBearer: (text) => bearers.has(fingerprint(text)),
  };
}

export function secret(): string {
  return randomBytes(32).toString('base64url');
}

/** Looking a secret up by its hash takes the same time however much of a guess is right. */
export function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
