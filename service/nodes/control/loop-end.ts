import { LOOP_END, LOOP_PIN } from '#shared/graph/loops.ts';
import { NodeFailure } from '../definition.ts';
import { defineNode } from '../define-node.ts';
import { acceptingLists, any, boolean } from '../pins.ts';

export const controlLoopEnd = defineNode({
  type: LOOP_END,
  title: 'Loop end',
  description:
    'Ends each turn of a loop: what is plugged into Next value begins the next turn. It stops after the turns of the Loop start, or sooner when Stop is yes. Gives the last value, and those of all turns as a list.',
  icon: 'repeat',
  tags: ['repeat', 'iterate', 'turn', 'until', 'feedback', 'last'],
  inputs: {
    [LOOP_PIN]: { label: 'Loop', type: 'loop', read: (value) => value },
    value: acceptingLists(any('Next value')),
    stop: boolean('Stop', { default: false }),
  },
  outputs: {
    value: { label: 'Last value', type: 'any' },
    results: { label: 'All turns', type: 'list(any)' },
    iterations: { label: 'Turns', type: 'number' },
  },
  // The engine runs loops and never executes it.
  run: () => {
    throw new NodeFailure('LOOP_WITHOUT_START', 'Plug the Loop of a Loop start into this Loop end.');
  },
});
