import { formatCredits } from '#service/rules/credits.ts';
import type { Database } from '#service/storage/database.ts';
import { reservedFor, spentThisMonth, type Provider } from './rows.ts';

/** What may be spent with the key of a provider in a month. Amounts are microcredits. */

/**
 * Why a call must not be sent: the key of its provider has a limit that it would pass. Inside the transaction that writes
 * the call down, so that two cannot pass it together.
 * @param price of the call @returns null when it may
 */
export async function rejectionOfKey(
  db: Database,
  { name, monthLimit }: Pick<Provider, 'name' | 'monthLimit'>,
  price: bigint,
  timestamp: number,
): Promise<{ code: string; message: string } | null> {
  if (monthLimit === null) return null;
  const spent = await spentThisMonth(db, name, timestamp);
  const left = monthLimit - spent - (await reservedFor(db, name));
  if (left > 0n && left >= price) return null;
  return {
    code: 'KEY_LIMIT_REACHED',
    message: `The key of ${name} may spend ${formatCredits(monthLimit)} a month, and ${formatCredits(spent)} are spent. Raise its limit under Models, or wait for the next month.`,
  };
}
