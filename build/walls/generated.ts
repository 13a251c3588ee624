import { join } from 'node:path';
import { format } from 'prettier';
import type { Tree } from './check.ts';
import { lintTable, type LintOverride } from './lint-table.ts';
import { mapTables } from './map-tables.ts';
import type { HouseMap } from './place.ts';

const BEGIN = '<!-- walls: made from build/walls/map.ts by `npm run walls` -->';
const END = '<!-- walls: end -->';

/** A file that is made, in whole or in part, from the map. */
export interface Generated {
  path: string;
  text: string;
}

interface LintConfiguration {
  overrides: LintOverride[];
}

/** Whether the map makes an entry of the linter's configuration: it says which imports are allowed, and nothing else. */
function isMade({ rules }: LintOverride): boolean {
  return 'no-restricted-imports' in rules && Object.keys(rules).length === 1;
}

/**
 * The linter's configuration and the map's page as they have to be.
 * @param root where the formatter's settings are
 * @throws Error when the page has lost its marks
 */
export async function generatedFiles(map: HouseMap, tree: Tree, root: string): Promise<Generated[]> {
  const options: object = JSON.parse(tree.read('.prettierrc.json'));
  const configuration: LintConfiguration = JSON.parse(tree.read('.oxlintrc.json'));
  const overrides = [
    ...lintTable(map, tree.aliases),
    ...configuration.overrides.filter((override) => !isMade(override)),
  ];
  const page = tree.read('docs/map.md');
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin === -1 || end < begin)
    throw new Error(`docs/map.md has lost the lines "${BEGIN}" and "${END}". Put them around the tables.`);
  const text = `${page.slice(0, begin + BEGIN.length)}\n\n${mapTables(map)}\n\n${page.slice(end)}`;
  return [
    {
      path: '.oxlintrc.json',
      text: await format(JSON.stringify({ ...configuration, overrides }), {
        ...options,
        filepath: join(root, '.oxlintrc.json'),
      }),
    },
    { path: 'docs/map.md', text: await format(text, { ...options, filepath: join(root, 'docs/map.md') }) },
  ];
}
