import { describe, expect, test } from 'vitest';
import { checkWalls, type Tree } from './check.ts';
import type { HouseMap } from './place.ts';
import { readSourceInfo } from './source-facts.ts';

const MAP: HouseMap = {
  rooms: [
    {
      path: 'kitchen',
      role: 'cooking',
      imports: [],
      packages: ['salt'],
      tests: { imports: ['garden'], packages: ['vitest'], uses: ['clock'] },
      inside: [
        { path: 'kitchen/pots', role: 'pots', types: { peers: ['kitchen/stove'] } },
        { path: 'kitchen/stove', role: 'fire', tests: { peers: 'all' } },
        { path: 'kitchen/testing', role: 'stand-ins', peers: 'all', forTests: true },
      ],
    },
    { path: 'garden', role: 'growing', packages: ['*'] },
  ],
  exceptions: [{ file: 'garden/tools.ts', imports: ['kitchen/pots'], uses: ['random'], reason: 'a test' }],
  packageHint: { knife: 'only the cook has one.' },
};

const FILES = ['kitchen/pots/pot.ts', 'kitchen/stove/fire.ts', 'kitchen/testing/fake.ts', 'garden/herb.ts'];

/** The refusals of one file with this text. */
function refusals(file: string, text: string): string[] {
  const tree: Tree = {
    files: new Set([...FILES, file]),
    aliases: {},
    read: () => text,
    facts: (path) => readSourceInfo(path, text),
  };
  return checkWalls(MAP, tree, [file]).map(({ message }) => message.split(' What to do')[0] ?? '');
}

describe('a place', () => {
  test('may import the layers below it, and its own files', () => {
    expect(refusals('kitchen/stove/a.ts', "import { pot } from '../pots/pot.ts';")).toEqual([]);
    expect(refusals('kitchen/stove/a.ts', "import { fire } from './fire.ts';")).toEqual([]);
  });

  test('may name in types what it may not import', () => {
    expect(refusals('kitchen/pots/a.ts', "import type { Fire } from '../stove/fire.ts';")).toEqual([]);
    expect(refusals('kitchen/pots/a.ts', "import { fire } from '../stove/fire.ts';")).toEqual([
      'kitchen/pots/a.ts:1 imports kitchen/stove/fire.ts. kitchen/pots may import: nothing.',
    ]);
  });

  test('gives its tests more than its programs, the nearest rule alone', () => {
    const text = "import { herb } from '../../garden/herb.ts';\nexport const now = Date.now();";
    expect(refusals('kitchen/pots/a.test.ts', text)).toEqual([]);
    expect(refusals('kitchen/pots/a.ts', text)).toHaveLength(2);
    // The stove says for itself what its tests may do.
    expect(refusals('kitchen/stove/a.test.ts', text)).toHaveLength(2);
  });

  test('lets tests alone import what is for tests', () => {
    const text = "import { fake } from '../testing/fake.ts';";
    expect(refusals('kitchen/stove/a.test.ts', text)).toEqual([]);
    expect(refusals('kitchen/stove/a.ts', text)).toEqual([
      'kitchen/stove/a.ts:1 imports kitchen/testing/fake.ts. It is for tests, and only tests import it.',
    ]);
  });

  test('stands above its layers with the files directly in it', () => {
    expect(refusals('kitchen/cook.ts', "import { pot } from './pots/pot.ts';")).toEqual([]);
    expect(refusals('kitchen/pots/a.ts', "import { cook } from '../cook.ts';")).toHaveLength(1);
  });

  test('has the packages of its room, and any but those that belong to others where it says so', () => {
    expect(refusals('kitchen/pots/a.ts', "import 'salt/fine';")).toEqual([]);
    expect(refusals('kitchen/pots/a.ts', "import 'pepper';")).toHaveLength(1);
    expect(refusals('garden/a.ts', "import 'pepper';")).toEqual([]);
    expect(refusals('garden/a.ts', "import 'knife';")).toEqual([
      'garden/a.ts:1 imports knife. garden may use these packages: any that belongs to no other place.',
    ]);
  });

  test('has exceptions for one file and nothing more', () => {
    const text = "import { pot } from '../kitchen/pots/pot.ts';\nexport const a = Math.random();";
    expect(refusals('garden/tools.ts', text)).toEqual([]);
    expect(refusals('garden/other.ts', text)).toHaveLength(2);
    expect(refusals('garden/tools.ts', "import { fire } from '../kitchen/stove/fire.ts';")).toHaveLength(1);
  });
});
