/** Microcredits in one credit. */
export const MICROCREDITS_PER_CREDIT = 1_000_000n;

/** Whole credits for display: microcredits rounded down. The exact amount goes beside it. */
export const toFullCredits = (microcredits: bigint): number => Number(microcredits / MICROCREDITS_PER_CREDIT);

/** An amount as a sentence names it: `30 credits`, `0.5 credits`. */
export function formatCredits(microcredits: bigint): string {
  const fraction = String(microcredits % MICROCREDITS_PER_CREDIT)
    .padStart(6, '0')
    .replace(/0+$/, '');
  const amount = `${(microcredits / MICROCREDITS_PER_CREDIT).toLocaleString('en')}${fraction === '' ? '' : `.${fraction}`}`;
  return `${amount} ${amount === '1' ? 'credit' : 'credits'}`;
}
