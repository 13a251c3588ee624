import { isSource, type Tree } from './check.ts';
import { chainOf, isWithin, type HouseMap, type Place } from './place.ts';

const WHERE = 'build/walls/map.ts';

/** All places of a map, outer before inner, each with the one it is in. */
function placesOf(
  places: readonly Place[],
  enclosing?: Place,
): readonly { place: Place; enclosing: Place | undefined }[] {
  return places.flatMap((place) => [{ place, enclosing }, ...placesOf(place.inside ?? [], place)]);
}

/**
 * What is wrong with the map itself: a folder in no room, a place without files, a path named twice, a name that leads
 * nowhere. Each as a sentence that says what to do.
 */
export function checkMap(map: HouseMap, tree: Tree): string[] {
  const all = placesOf(map.rooms);
  return [
    ...namedTwice(all.map(({ place }) => place)),
    ...all.flatMap(({ place, enclosing }) => problemsOf(place, enclosing, tree)),
    ...map.exceptions
      .filter(({ file }) => !tree.files.has(file))
      .map(({ file }) => `${WHERE} has an exception for ${file}, which does not exist. Take it out.`),
    ...withoutPlace(map, tree),
  ];
}

function namedTwice(places: readonly Place[]): string[] {
  const seen = new Map<string, Place>();
  return places.flatMap((place) =>
    [place.path, ...(place.also ?? [])].flatMap((path) => {
      const first = seen.get(path);
      seen.set(path, place);
      return first === undefined
        ? []
        : [`${WHERE} names ${path} twice (in ${first.path} and ${place.path}). Leave one of them.`];
    }),
  );
}

function exists(path: string, tree: Tree): boolean {
  if (tree.files.has(path)) return true;
  for (const file of tree.files) if (isWithin(file, path)) return true;
  return false;
}

function problemsOf(place: Place, enclosing: Place | undefined, tree: Tree): string[] {
  const rights = [place, place.tests ?? {}, place.types ?? {}];
  const siblings = enclosing?.inside ?? [];
  return [
    ...[place.path, ...(place.also ?? [])]
      .filter((path) => !exists(path, tree))
      .map((path) => `${WHERE} names ${path}, where there are no files. Correct the path or take it out.`),
    ...(enclosing === undefined || isWithin(place.path, enclosing.path)
      ? []
      : [`${WHERE} has ${place.path} inside ${enclosing.path}, where it does not lie. Move it to its room.`]),
    ...rights
      .flatMap(({ imports = [] }) => imports)
      .filter((path) => !exists(path, tree))
      .map((path) => `${WHERE} lets ${place.path} import ${path}, which does not exist. Correct the path.`),
    ...rights
      .flatMap(({ beside = [] }) => (typeof beside === 'string' ? [] : beside))
      .filter((path) => !siblings.some((sibling) => sibling.path === path))
      .map(
        (path) =>
          `${WHERE} lets ${place.path} import ${path} beside it, but ${enclosing?.path ?? 'the list of rooms'} has no such layer. Correct the path, or put it under imports.`,
      ),
    ...upward(place, siblings).map(
      (path) =>
        `${WHERE} lets ${place.path} import ${path}, which stands above it in ${enclosing?.path}. Move what it needs down, or ${path} before it in the list.`,
    ),
    ...(place.holds.trim() === ''
      ? [`${WHERE} does not say what ${place.path} holds. Write one line for the map.`]
      : []),
  ];
}

/** Layers that `place` may import although they stand after it in the list; those for tests may import all. */
function upward(place: Place, siblings: readonly Place[]): readonly string[] {
  const { beside = 'below' } = place;
  if (place.forTests || beside === 'below') return [];
  return siblings
    .slice(siblings.indexOf(place) + 1)
    .filter(({ path, forTests }) => !forTests && (beside === 'all' || beside.includes(path)))
    .map(({ path }) => path);
}

/** Folders with sources that no place names: top folders without a room, and folders beside named layers. */
function withoutPlace(map: HouseMap, tree: Tree): string[] {
  const rooms = new Set<string>();
  const layers = new Map<string, string>();
  for (const file of tree.files) {
    if (!isSource(file)) continue;
    const innermost = chainOf(map.rooms, file).at(-1);
    if (innermost === undefined) rooms.add(folderOf(file, 0));
    else if (innermost.inside !== undefined && isWithin(file, innermost.path)) {
      const rest = file.slice(innermost.path.length + 1).split('/');
      if (rest.length > 1) layers.set(`${innermost.path}/${rest[0]}`, innermost.path);
    }
  }
  return [
    ...[...rooms].map(
      (folder) =>
        `${folder} has sources and is in no room. Name it in ${WHERE}: what it holds and what it may import.`,
    ),
    ...[...layers].map(
      ([folder, room]) =>
        `${folder} has sources and is no layer of ${room}. Name it in ${WHERE}, in \`inside\` of ${room}: what it holds and what it may import.`,
    ),
  ];
}

/** The folder of a file that a room would be: two names deep below `electron`, else one. */
function folderOf(file: string, depth: number): string {
  const parts = file.split('/');
  return parts
    .slice(0, Math.max(1, Math.min(parts.length - 1, parts[0] === 'electron' ? 2 : 1 + depth)))
    .join('/');
}
