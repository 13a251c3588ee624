import { expect, it } from 'vitest';
import type { Publishable } from '#shared/administration/index.ts';
import { draftOf, fieldsOf, reconciled, toggleInput, toggleOutput } from './publish-form.ts';

const input = (nodeId: string, isSuggested = false, reachesOutput = true) => ({
  reachesOutput,
  nodeId,
  nodeType: 'input/text',
  pin: 'value',
  pinLabel: 'Value',
  nodeTitle: nodeId,
  label: nodeId,
  dataType: 'string',
  pinType: 'text',
  value: null,
  isSuggested,
});
const output = (nodeId: string, isSuggested = true) => ({
  isSuggested,
  nodeId,
  nodeType: 'output/file',
  pin: 'file',
  label: nodeId,
  dataType: 'image',
});
const offer: Publishable = {
  projectId: 'prj_1',
  name: 'Card',
  version: 1,
  inputs: [input('a', true), input('b')],
  outputs: [output('o'), output('p')],
  pictures: [],
  templates: [],
};
const nodesOf = (rows: readonly { candidate: { nodeId: string } }[]) =>
  rows.map(({ candidate }) => candidate.nodeId);

it('a pin is chosen at the end, and taken out by the same press', () => {
  const start = fieldsOf(offer, null);
  const chosen = toggleOutput(toggleInput(start, input('b')), output('o'));
  expect([nodesOf(chosen.inputs), nodesOf(chosen.outputs)]).toEqual([['a', 'b'], ['p']]);
  const back = toggleOutput(toggleInput(chosen, input('b')), output('o'));
  expect([nodesOf(back.inputs), nodesOf(back.outputs)]).toEqual([['a'], ['p', 'o']]);
});

it('names stay while the project is edited, and what is gone from it is said once', () => {
  const fields = fieldsOf(offer, null);
  const named = { ...fields, inputs: fields.inputs.map((row) => ({ ...row, label: 'Who' })) };
  const edited: Publishable = {
    ...offer,
    inputs: [{ ...input('a', true), nodeTitle: 'Renamed' }],
    outputs: [output('p')],
  };
  const after = reconciled(named, edited);
  expect(after.inputs).toMatchObject([{ label: 'Who', candidate: { nodeTitle: 'Renamed' } }]);
  expect([nodesOf(after.outputs), after.removedPins]).toEqual([['p'], ['o']]);
  expect(reconciled(after, edited).removedPins).toEqual(['o']);
  expect(draftOf('prj_1', after, false).outputs).toEqual([{ nodeId: 'p', pin: 'file', label: 'p' }]);
});

it('what reaches no output, or only passes an input on, is offered and not chosen', () => {
  const fields = fieldsOf(
    {
      ...offer,
      inputs: [input('a', true), input('c', false, false)],
      outputs: [output('c', false), output('p')],
    },
    null,
  );
  expect([nodesOf(fields.inputs), nodesOf(fields.outputs)]).toEqual([['a'], ['p']]);
});
