import type { CallUsage } from '#service/nodes/definition.ts';
import type { ProviderModelRow } from './rows.ts';

/** What calls of models cost, by the prices that a person entered. All amounts are microcredits. */

export interface ModelCost {
  microcredits: bigint;
  /** True where the provider said nothing of what was used. */
  isEstimated: boolean;
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
  const estimate = { microcredits: expected, isEstimated: true };
  const { tokensIn, tokensOut, seconds, characters, cents } = usage ?? {};
  if (cents !== undefined && cents >= 0 && cents <= MAX_CENTS)
    return { microcredits: BigInt(Math.ceil(cents * MICROCREDITS_A_CENT)), isEstimated: false };
  switch (rate.unit) {
    case 'call':
      return estimate;
    case 'second':
      return seconds === undefined
        ? estimate
        : { microcredits: costOf(rate.price, seconds, 1), isEstimated: false };
    case 'minute':
      return seconds === undefined
        ? estimate
        : { microcredits: costOf(rate.price, seconds, 60), isEstimated: false };
    case 'characters':
      return characters === undefined
        ? estimate
        : { microcredits: costOf(rate.price, characters, 1000), isEstimated: false };
    case 'tokens':
      return tokensIn === undefined || tokensOut === undefined
        ? estimate
        : {
            microcredits: costOf(rate.price, tokensIn, 1000) + costOf(rate.priceOut, tokensOut, 1000),
            isEstimated: false,
          };
    default:
      return rate.unit satisfies never;
  }
}
