import { DEFAULT_ITERATIONS, LOOP_START, MAX_ITERATIONS } from '#shared/graph/loops.ts';
import { defineNode } from '../define-node.ts';
import { acceptingLists, any, number } from '../pins.ts';

export const controlLoopStart = defineNode({
  type: LOOP_START,
  title: 'Loop start',
  description:
    'Begins a loop: all between here and the Loop end that is plugged into Loop runs once each turn, with the value that the turn before ended with. By itself it gives the first turn.',
  icon: 'repeat',
  tags: ['repeat', 'iterate', 'turn', 'while', 'feedback', 'again'],
  inputs: {
    value: acceptingLists(any('First value', { default: null })),
    iterations: number('Turns', { min: 1, max: MAX_ITERATIONS, step: 1, default: DEFAULT_ITERATIONS }),
  },
  outputs: {
    value: { label: 'Value', type: 'any' },
    iteration: { label: 'Turn', type: 'number' },
    loop: { label: 'Loop', type: 'loop' },
  },
  // The engine runs loops; this is what a run to a node in the middle of one is given.
  run: ({ value }) => ({ value, iteration: 1, loop: null }),
});
