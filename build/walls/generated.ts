import { format, type FormatConfig } from 'oxfmt';
import type { Tree } from './check.ts';
import { mapTables } from './map-tables.ts';
import type { HouseMap } from './place.ts';

const BEGIN = '<!-- walls: made from build/walls/map.ts by `npm run walls` -->';
const END = '<!-- walls: end -->';

/** A file that is made, in whole or in part, from the map. */
export interface Generated {
  path: string;
  text: string;
}

/**
 * The map's page as it has to be.
 * @throws Error when the page has lost its marks, or something cannot be formatted
 */
export async function generatedFiles(map: HouseMap, tree: Tree): Promise<Generated[]> {
  const options: FormatConfig = JSON.parse(tree.read('.oxfmtrc.json'));
  const page = tree.read('docs/map.md');
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin === -1 || end < begin)
    throw new Error(`docs/map.md has lost the lines "${BEGIN}" and "${END}". Put them around the tables.`);
  const text = `${page.slice(0, begin + BEGIN.length)}\n\n${mapTables(map)}\n\n${page.slice(end)}`;
  return [await formatted('docs/map.md', text, options)];
}

async function formatted(path: string, text: string, options: FormatConfig): Promise<Generated> {
  const { code, errors } = await format(path, text, options);
  const [error] = errors;
  if (error) throw new Error(`${path} cannot be formatted: ${error.message}`);
  return { path, text: code };
}
