import { isSource, type Tree } from './check.ts';
import { chainOf, isInside, type HouseMap, type Zone } from './place.ts';

const MAP_PATH = 'build/walls/map.ts';

/** All places of a map, outer before inner, each with the one it is in. */
function flattenZones(
  zones: readonly Zone[],
  enclosing?: Zone,
): readonly { zone: Zone; enclosing: Zone | undefined }[] {
  return zones.flatMap((zone) => [{ zone: zone, enclosing }, ...flattenZones(zone.inside ?? [], zone)]);
}

/**
 * What is wrong with the map itself: a folder in no room, a place without files, a path named twice, a name that leads
 * nowhere. Each as a sentence that says what to do.
 */
export function checkMap(map: HouseMap, tree: Tree): string[] {
  const all = flattenZones(map.rooms);
  return [
    ...namedTwice(all.map(({ zone }) => zone)),
    ...all.flatMap(({ zone, enclosing }) => problemsOf(zone, enclosing, tree)),
    ...map.exceptions
      .filter(({ file }) => !tree.files.has(file))
      .map(({ file }) => `${MAP_PATH} has an exception for ${file}, which does not exist. Take it out.`),
    ...unmapped(map, tree),
  ];
}

function namedTwice(zones: readonly Zone[]): string[] {
  const visited = new Map<string, Zone>();
  return zones.flatMap((zone) =>
    [zone.path, ...(zone.also ?? [])].flatMap((path) => {
      const first = visited.get(path);
      visited.set(path, zone);
      return first === undefined
        ? []
        : [`${MAP_PATH} names ${path} twice (in ${first.path} and ${zone.path}). Leave one of them.`];
    }),
  );
}

function exists(path: string, tree: Tree): boolean {
  if (tree.files.has(path)) return true;
  for (const file of tree.files) if (isInside(file, path)) return true;
  return false;
}

function problemsOf(zone: Zone, enclosing: Zone | undefined, tree: Tree): string[] {
  const rights = [zone, zone.tests ?? {}, zone.types ?? {}];
  const siblings = enclosing?.inside ?? [];
  return [
    ...[zone.path, ...(zone.also ?? [])]
      .filter((path) => !exists(path, tree))
      .map((path) => `${MAP_PATH} names ${path}, where there are no files. Correct the path or take it out.`),
    ...(enclosing === undefined || isInside(zone.path, enclosing.path)
      ? []
      : [
          `${MAP_PATH} has ${zone.path} inside ${enclosing.path}, where it does not lie. Move it to its room.`,
        ]),
    ...rights
      .flatMap(({ imports = [] }) => imports)
      .filter((path) => !exists(path, tree))
      .map((path) => `${MAP_PATH} lets ${zone.path} import ${path}, which does not exist. Correct the path.`),
    ...rights
      .flatMap(({ peers = [] }) => (typeof peers === 'string' ? [] : peers))
      .filter((path) => !siblings.some((sibling) => sibling.path === path))
      .map(
        (path) =>
          `${MAP_PATH} lets ${zone.path} import ${path} beside it, but ${enclosing?.path ?? 'the list of rooms'} has no such layer. Correct the path, or put it under imports.`,
      ),
    ...upward(zone, siblings).map(
      (path) =>
        `${MAP_PATH} lets ${zone.path} import ${path}, which stands above it in ${enclosing?.path}. Move what it needs down, or ${path} before it in the list.`,
    ),
    ...(zone.role.trim() === ''
      ? [`${MAP_PATH} does not say what ${zone.path} holds. Write one line for the map.`]
      : []),
  ];
}

/** Layers that `place` may import although they stand after it in the list; those for tests may import all. */
function upward(zone: Zone, siblings: readonly Zone[]): readonly string[] {
  const { peers = 'below' } = zone;
  if (zone.forTests || peers === 'below') return [];
  return siblings
    .slice(siblings.indexOf(zone) + 1)
    .filter(({ path, forTests }) => !forTests && (peers === 'all' || peers.includes(path)))
    .map(({ path }) => path);
}

/** Folders with sources that no place names: top folders without a room, and folders beside named layers. */
function unmapped(map: HouseMap, tree: Tree): string[] {
  const topZones = new Set<string>();
  const layers = new Map<string, string>();
  for (const file of tree.files) {
    if (!isSource(file)) continue;
    const innermost = chainOf(map.rooms, file).at(-1);
    if (innermost === undefined) topZones.add(folderOf(file, 0));
    else if (innermost.inside !== undefined && isInside(file, innermost.path)) {
      const remaining = file.slice(innermost.path.length + 1).split('/');
      if (remaining.length > 1) layers.set(`${innermost.path}/${remaining[0]}`, innermost.path);
    }
  }
  return [
    ...[...topZones].map(
      (folder) =>
        `${folder} has sources and is in no room. Name it in ${MAP_PATH}: what it holds and what it may import.`,
    ),
    ...[...layers].map(
      ([folder, topZone]) =>
        `${folder} has sources and is no layer of ${topZone}. Name it in ${MAP_PATH}, in \`inside\` of ${topZone}: what it holds and what it may import.`,
    ),
  ];
}

/** The folder of a file that a room would be: two names deep below `electron`, else one. */
function folderOf(file: string, depth: number): string {
  const segments = file.split('/');
  return segments
    .slice(0, Math.max(1, Math.min(segments.length - 1, segments[0] === 'electron' ? 2 : 1 + depth)))
    .join('/');
}
