import { defineNode } from '../define-node.ts';
import { anyNumber, choice, number } from '../pins.ts';

export const numberRound = defineNode({
  type: 'number/round',
  title: 'Round',
  description: 'Rounds a number to a count of decimals: to the nearest, up, down or towards zero.',
  icon: 'decimals-arrow-left',
  tags: ['decimals', 'floor', 'ceiling', 'integer', 'whole'],
  inputs: {
    number: anyNumber('Number', { default: 0 }),
    decimals: number('Decimals', { min: 0, max: 15, step: 1, default: 0 }),
    direction: choice('Direction', ['nearest', 'down', 'up', 'towards zero'], { default: 'nearest' }),
  },
  outputs: { number: { label: 'Number', type: 'number' } },
  run({ number, decimals, direction }) {
    const roundToInteger = {
      nearest: roundHalfFromZero,
      down: Math.floor,
      up: Math.ceil,
      'towards zero': Math.trunc,
    }[direction];
    // Shifting by the exponent keeps 1.005 what it reads as, where multiplying makes it 100.49999999999999.
    const rounded = shift(roundToInteger(shift(number, decimals)), -decimals);
    return { number: Number.isFinite(rounded) ? rounded + 0 : number };
  },
});

function roundHalfFromZero(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value));
}

function shift(value: number, decimals: number): number {
  const [digits, exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + decimals}`);
}
