import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${root}/docs/features.md`, 'utf8');

/** One row of the page: what is wanted, how far it is, and the files that show it. */
interface FeatureRow {
  wanted: string;
  state: string;
  shownBy: string[];
}

/** The rows of all tables of a page whose columns are: wanted, state, story or test. */
function featureRows(text: string): FeatureRow[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[\s|-]+$/.test(line))
    .map((line) => line.split('|').slice(1, -1))
    .filter(([wanted = '']) => wanted.trim() !== 'wanted')
    .map(([wanted = '', state = '', shown = '']) => ({
      wanted: wanted.trim(),
      state: state.trim(),
      shownBy: [...shown.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
    }));
}

/** Rows that begin with as many equal words are two versions of one, as a merge leaves them. */
const SAME_WORDS = 6;

/** What is wrong with these rows, a sentence each. */
function faultsOf(rows: readonly FeatureRow[], stories: readonly string[]): string[] {
  const named = new Set(rows.flatMap((row) => row.shownBy));
  const faults = rows.flatMap(({ wanted, state, shownBy }) => [
    ...(/^(done|not yet|partly: .+)$/.test(state)
      ? []
      : [`“${wanted}”: the state is “done”, “not yet” or “partly: what is missing”, not “${state}”.`]),
    ...(state === 'done' && shownBy.length === 0
      ? [`“${wanted}” is called done and names no story or test.`]
      : []),
    ...(state === 'not yet' && shownBy.length > 0
      ? [`“${wanted}” has a story or test and is called “not yet”.`]
      : []),
    ...shownBy
      .filter((path) => !existsSync(`${root}/${path}`))
      .map((path) => `“${wanted}” names ${path}, which is not there.`),
  ]);
  const beginnings = Map.groupBy(rows, ({ wanted }) => wanted.split(/\s+/, SAME_WORDS).join(' '));
  const doubled = [...beginnings]
    .filter(([, alike]) => alike.length > 1)
    .map(([beginning, alike]) => `${alike.length} rows begin with “${beginning}”: make one row of them.`);
  const unnamed = stories.filter((story) => !named.has(story));
  return [
    ...faults,
    ...doubled,
    ...unnamed.map((story) => `${story} is named by no row: add the feature it shows.`),
  ];
}

const stories = readdirSync(`${root}/e2e`)
  .filter((name) => name.endsWith('.spec.ts'))
  .map((name) => `e2e/${name}`);

describe('the table of features', () => {
  test('names stories and tests that are there, and every story', () => {
    const rows = featureRows(page);
    expect(rows.length).toBeGreaterThan(40);
    expect(faultsOf(rows, stories)).toEqual([]);
  });

  test('is refused with a row that promises more than it shows', () => {
    const rows = featureRows(`
| wanted | state | story or test |
| ------ | ----- | ------------- |
| Fly    | done  |               |
| Swim   | soon  | \`e2e/gone.spec.ts\` |
| Work without the service, merged when back | not yet | |
| Work without the service, merged when it is back | not yet | |
`);
    expect(faultsOf(rows, ['e2e/start.spec.ts'])).toEqual([
      '“Fly” is called done and names no story or test.',
      '“Swim”: the state is “done”, “not yet” or “partly: what is missing”, not “soon”.',
      '“Swim” names e2e/gone.spec.ts, which is not there.',
      '2 rows begin with “Work without the service, merged when”: make one row of them.',
      'e2e/start.spec.ts is named by no row: add the feature it shows.',
    ]);
  });
});
