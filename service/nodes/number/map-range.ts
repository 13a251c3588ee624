import { defineNode } from '../define-node.ts';
import { anyNumber, boolean, invalid } from '../pins.ts';

export const numberMapRange = defineNode({
  type: 'number/map-range',
  title: 'Map range',
  description:
    'Carries a number from one range over to another: the middle of the first becomes the middle of the second.',
  icon: 'move-horizontal',
  tags: ['scale', 'remap', 'interpolate', 'lerp', 'normalize', 'percent'],
  inputs: {
    number: anyNumber('Number', { default: 0 }),
    fromStart: anyNumber('From start', { default: 0 }),
    fromEnd: anyNumber('From end', { default: 1 }),
    toStart: anyNumber('To start', { default: 0 }),
    toEnd: anyNumber('To end', { default: 100 }),
    stay: boolean('Stay inside', { default: false }),
  },
  outputs: { number: { label: 'Number', type: 'number' } },
  run({ number, fromStart, fromEnd, toStart, toEnd, stay }) {
    if (fromStart === fromEnd) throw invalid('From start and From end are the same. Set them apart.');
    const fraction = (number - fromStart) / (fromEnd - fromStart);
    const share = stay ? Math.min(1, Math.max(0, fraction)) : fraction;
    const mapped = toStart * (1 - share) + toEnd * share;
    if (Number.isFinite(mapped)) return { number: mapped };
    throw invalid('The result is too large to be a number. Use a smaller range.');
  },
});
