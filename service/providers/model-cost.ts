import type { CallUsage } from '#service/nodes/definition.ts';
import type { ProviderModelRow } from './rows.ts';

/** What calls of models cost, by the prices that a person entered. All amounts are microcredits. */

/** What an amount goes by: what the provider says it charged, what was used, or what was expected alone. */
export type CostBasis = 'named' | 'usage' | 'estimate';

export interface ModelCost {
  microcredits: bigint;
  basis: CostBasis;
}

type Rate = Pick<ProviderModelRow, 'price' | 'unit' | 'priceOut'>;

/** Of a node that says nothing else. */
const TYPICAL = { seconds: 5, minutes: 1, characters: 1000, tokensIn: 1000, tokensOut: 500 };
/** About as many characters of English make a token. */
const CHARACTERS_A_TOKEN = 4;

/** A part of a price, rounded up to a whole microcredit. @param count finite, not negative */
function costOf(price: bigint, count: number, size: number): bigint {
  const bounded = Number.isFinite(count) && count > 0 ? Math.min(count, 1e9) : 0;
  // Thousandths are kept: half a second costs half.
  const thousandths = BigInt(Math.ceil((bounded / size) * 1000));
  return (price * thousandths + 999n) / 1000n;
}

const lengthOf = (value: unknown): number => (typeof value === 'string' ? value.length : 0);
const numberOf = (value: unknown, fallback: number): number =>
  typeof value === 'number' && value > 0 ? value : fallback;

/** What a call with these inputs is expected to cost. */
export function expectedCost(rate: Rate, inputs: Readonly<Record<string, unknown>>): bigint {
  switch (rate.unit) {
    case 'call':
      return rate.price;
    case 'second':
      return costOf(rate.price, numberOf(inputs['seconds'], TYPICAL.seconds), 1);
    case 'minute':
      return costOf(rate.price, TYPICAL.minutes, 1);
    case 'characters':
      return costOf(rate.price, lengthOf(inputs['text']), 1000);
    case 'tokens': {
      const characters = lengthOf(inputs['prompt']) + lengthOf(inputs['system']);
      const tokensOut = numberOf(inputs['maxTokens'], TYPICAL.tokensOut);
      return (
        costOf(rate.price, characters / CHARACTERS_A_TOKEN, 1000) + costOf(rate.priceOut, tokensOut, 1000)
      );
    }
    default:
      return rate.unit satisfies never;
  }
}

/** What a call usually costs, where nothing is known of it. */
export const typicalCost = (rate: Rate | undefined): bigint =>
  rate === undefined
    ? 0n
    : rate.unit === 'tokens'
      ? costOf(rate.price, TYPICAL.tokensIn, 1000) + costOf(rate.priceOut, TYPICAL.tokensOut, 1000)
      : rate.unit === 'characters'
        ? rate.price
        : expectedCost(rate, {});

const MICROCREDITS_A_CENT = 1_000_000;
/** Cents of one call that are believed, at most: a thousand dollars. */
const MAX_CENTS = 100_000;

/**
 * What a call cost: what the provider says it charged, else by what it says was used, else what was expected.
 * @param expected microcredits, without what the node type itself costs.
 */
export function costOfCall(rate: Rate, usage: CallUsage | null, expected: bigint): ModelCost {
  const estimate: ModelCost = { microcredits: expected, basis: 'estimate' };
  const byUsage = (microcredits: bigint): ModelCost => ({ microcredits, basis: 'usage' });
  const { tokensIn, tokensOut, seconds, characters, cents } = usage ?? {};
  if (cents !== undefined && cents >= 0 && cents <= MAX_CENTS)
    return { microcredits: BigInt(Math.ceil(cents * MICROCREDITS_A_CENT)), basis: 'named' };
  switch (rate.unit) {
    case 'call':
      return estimate;
    case 'second':
      return seconds === undefined ? estimate : byUsage(costOf(rate.price, seconds, 1));
    case 'minute':
      return seconds === undefined ? estimate : byUsage(costOf(rate.price, seconds, 60));
    case 'characters':
      return characters === undefined ? estimate : byUsage(costOf(rate.price, characters, 1000));
    case 'tokens':
      return tokensIn === undefined || tokensOut === undefined
        ? estimate
        : byUsage(costOf(rate.price, tokensIn, 1000) + costOf(rate.priceOut, tokensOut, 1000));
    default:
      return rate.unit satisfies never;
  }
}
