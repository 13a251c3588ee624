import { additionOf, adviceOf, chainOf, isWithin, rightsOf, type HouseMap, type Place } from './place.ts';

/** One `overrides` entry of the linter's configuration. */
export interface LintOverride {
  files: string[];
  rules: Record<string, unknown>;
}

interface Pattern {
  group?: string[];
  regex?: string;
  message: string;
}

const SOURCES = ['**/*.{ts,tsx}'];
const TESTS = ['**/*.test.{ts,tsx}', '**/*.{rig,acceptance}.ts', '**/*-suite.ts', '**/testing/**/*.{ts,tsx}'];

function isFile(path: string): boolean {
  return /\.tsx?$/.test(path);
}

/** The alias of a path: `electron/core/api` is `#core/api`; null where there is none. */
function aliasOf(path: string, aliases: Readonly<Record<string, string>>): string | null {
  for (const [alias, place] of Object.entries(aliases)) {
    const folder = place.replace(/^\.\//, '').replace(/\/\*$/, '');
    if (isWithin(path, folder)) return alias.replace('/*', path.slice(folder.length));
  }
  return null;
}

/** Aliases of all that may not be imported; a later `!` opens what an earlier pattern closed. */
function importGroup(
  places: readonly Place[],
  allowed: readonly string[],
  aliases: Readonly<Record<string, string>>,
): string[] {
  const closed: string[] = [];
  const isClosed = (path: string): boolean => closed.some((outer) => isWithin(path, outer));
  const needsClosing = places.map(({ path }) => path).sort((one, other) => one.length - other.length);
  for (const path of needsClosing) {
    if (aliasOf(path, aliases) === null || allowed.some((open) => isWithin(path, open))) continue;
    // An outer place of which something is allowed is closed layer by layer.
    if (!isClosed(path) && !allowed.some((open) => isWithin(open, path) && !isFile(open))) closed.push(path);
  }
  const opened = allowed.filter((path) => isClosed(path));
  const patternOf = (path: string): string => `${aliasOf(path, aliases)}${isFile(path) ? '' : '/**'}`;
  return [...closed.map(patternOf), ...new Set(opened.map((path) => `!${patternOf(path)}`))];
}

/** The places the linter knows: the rooms, and the layers of rooms that write aliases. */
function lintedPlaces(rooms: readonly Place[]): readonly Place[] {
  return rooms.flatMap((room) => [room, ...(room.byAlias ? (room.inside ?? []) : [])]);
}

/** Entries that say the same become one with all their files; they lie beside each other, so their order is free. */
function merged(overrides: readonly LintOverride[]): LintOverride[] {
  const byRules = new Map<string, LintOverride>();
  for (const { files, rules } of overrides) {
    const key = JSON.stringify(rules);
    const same = byRules.get(key);
    if (same === undefined) byRules.set(key, { files: [...files], rules });
    else same.files.push(...files);
  }
  return [...byRules.values()];
}

/**
 * The import rules for the linter: for each place the aliases, the modules of Node and the owned packages it may not
 * import, and what differs for its tests. The linter's entries replace each other, so each says everything, and an inner
 * place follows the outer one. It speaks while one writes; what it cannot see (relative paths, inner layers, types in
 * place, all other packages, the clock) the check of the walls finds.
 */
export function lintTable(map: HouseMap, aliases: Readonly<Record<string, string>>): LintOverride[] {
  const places = lintedPlaces(map.rooms);
  const patternsOf = (place: Place, asTest: boolean): Pattern[] => {
    const chain = chainOf(map.rooms, place.path);
    const own = rightsOf(chain);
    const more = asTest ? additionOf(chain, 'tests') : undefined;
    const exceptions = map.exceptions.filter(({ file }) => isWithin(file, place.path));
    // A layer names its own files relative to each other, a room by its alias.
    const itself = chain.length === 1 ? [place.path] : [];
    const allowed = [
      itself,
      own.imports,
      more?.imports ?? [],
      exceptions.flatMap(({ imports = [] }) => imports),
    ].flat();
    const group = importGroup(places, allowed, aliases);
    const mayUse = [
      own.packages,
      more?.packages ?? [],
      [place, ...(place.inside ?? [])].flatMap(({ packages = [] }) => packages),
      exceptions.flatMap(({ packages = [] }) => packages),
    ].flat();
    const notFromHere =
      itself.length > 0
        ? 'Not from here'
        : 'Not from here (name files of the own folder relative to each other)';
    return [
      ...(group.length === 0 ? [] : [{ group, message: `${notFromHere}: ${adviceOf(chain)}` }]),
      ...(own.node || more?.node === true
        ? []
        : [{ regex: '^node:', message: `${chain[0]?.path} may import no module of Node.` }]),
      ...Object.entries(map.packageAdvice)
        .filter(([name]) => !mayUse.includes(name))
        .map(([name, message]) => ({ group: [name, `${name}/**`], message })),
    ];
  };
  const override = (files: string[], patterns: Pattern[]): LintOverride => ({
    files,
    rules: { 'no-restricted-imports': patterns.length === 0 ? 'off' : ['error', { patterns }] },
  });
  const withTests = (place: Place): { program: LintOverride; tests: LintOverride[] } => {
    const paths = [place.path, ...(place.also ?? [])];
    const folders = paths.filter((path) => !isFile(path));
    const within = (globs: readonly string[]): string[] =>
      folders.flatMap((folder) => globs.map((glob) => `${folder}/${glob}`));
    const program = patternsOf(place, place.forTests === true);
    const tests = patternsOf(place, true);
    const isSame = folders.length === 0 || JSON.stringify(tests) === JSON.stringify(program);
    return {
      program: override([...paths.filter(isFile), ...within(SOURCES)], program),
      tests: isSame ? [] : [override(within(TESTS), tests)],
    };
  };
  return map.rooms.flatMap((room) => {
    const own = withTests(room);
    const layers = lintedPlaces([room]).slice(1).map(withTests);
    return [
      own.program,
      ...own.tests,
      ...merged(layers.map(({ program }) => program)),
      ...merged(layers.flatMap(({ tests }) => tests)),
    ];
  });
}
