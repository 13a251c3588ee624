import { defineNode } from '../define-node.ts';
import { branch, invalid, text } from '../pins.ts';

/** The branches in their order, each with its letter. */
const BRANCHES = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
type Branch = (typeof BRANCHES)[number];

export const logicSwitch = defineNode({
  type: 'logic/switch',
  title: 'Switch',
  description:
    'Passes on one of up to six branches: by its letter, its number, yes or no (A or B), or a name that you give it. What leads to the others alone is not run and costs nothing; of a list of choices each item takes its own branch.',
  icon: 'split',
  tags: ['choose', 'branch', 'case', 'condition', 'select', 'route'],
  inputs: {
    pick: text('Pick', { default: 'A', maxLength: 200 }),
    a: branch('A'),
    b: branch('B'),
    c: branch('C'),
    d: branch('D'),
    e: branch('E'),
    f: branch('F'),
    names: text('Names', { default: '', maxLength: 2000, exposed: false }),
  },
  outputs: { value: { label: 'Value', type: 'any' } },
  branchOf: ({ pick, names }) => pickBranch(pick, names),
  run: ({ pick, names, ...branches }) => ({ value: branches[pickBranch(pick, names)] }),
});

/** @param names of the branches in their order, with commas between them. @throws NodeFailure where none is meant */
function pickBranch(pick: string, names: string): Branch {
  const word = pick.trim().toLowerCase();
  const named = names
    .split(',')
    .slice(0, BRANCHES.length)
    .map((name) => name.trim().toLowerCase());
  const at = word === '' ? -1 : named.indexOf(word);
  const found =
    BRANCHES[at] ?? BRANCHES.find((letter) => letter === word) ?? byNumber(word) ?? byBoolean(word);
  if (found !== undefined) return found;
  const options = named.filter((name) => name !== '');
  const quoted = pick.trim().slice(0, 60);
  throw invalid(
    options.length === 0
      ? `No branch is called “${quoted}”. Pick A to F, 1 to 6, yes or no, or give branches names under Names.`
      : `No branch is called “${quoted}”. Pick A to F, 1 to 6, yes or no, or one of ${options.join(', ')}.`,
  );
}

const byNumber = (word: string): Branch | undefined => BRANCHES[/^\d+$/.test(word) ? Number(word) - 1 : -1];

const byBoolean = (word: string): Branch | undefined =>
  ['true', 'yes'].includes(word) ? 'a' : ['false', 'no'].includes(word) ? 'b' : undefined;
