import { expect, it } from 'vitest';
import type { UndoChange } from '../desk/index.ts';
import * as fc from '../testing/property.ts';
import { advanceUndo, advanceUndoAll, noUndo } from './undo-stacks.ts';

const id = fc.constantFrom('a', 'b', 'c', 'd');
const change: fc.Arbitrary<UndoChange> = fc.oneof(
  fc.record({
    do: fc.constantFrom('push', 'hold' as const),
    step: id.map((nodeId) => ({
      label: 'l',
      forward: [{ op: 'removeNode' as const, nodeId }],
      backward: [],
      mergeKey: null,
    })),
  }),
  fc.record({ do: fc.constant('rename' as const), ids: fc.dictionary(id, id) }),
  fc.record({ do: fc.constantFrom('undo', 'redo', 'release' as const) }),
);

it('changes together are what they are one by one, whatever ids nodes get one after another', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
      expect(advanceUndoAll(noUndo, changes)).toEqual(changes.reduce(advanceUndo, noUndo));
    }),
  );
});
