import { additionOf, hintOf, chainOf, isTestFile, isInside, rightsOf } from './place.ts';
import type { Exception, FullRights, HouseMap, Zone } from './place.ts';
import { resolveImport, type Target } from './resolve.ts';
import type { Permission } from './platform.ts';
import { SourceError, type ImportInfo, type SourceInfo } from './source-facts.ts';

/** The sources the walls stand in. */
export interface Tree {
  /** Every file from the root of the repository, with `/`. */
  files: ReadonlySet<string>;
  /** `imports` of package.json. */
  aliases: Readonly<Record<string, string>>;
  read(path: string): string;
  /** What a source names and touches. @throws SourceError when it cannot be parsed */
  facts(path: string): SourceInfo;
}

/** One breach of a wall. */
export interface Fault {
  file: string;
  /** Counted from 1. */
  line: number;
  /** A whole text for people: what is wrong, what is allowed, what to do. */
  message: string;
}

const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx)$/;

/** Whether the walls read this file: a program, and no declarations of types alone. */
export function isSource(path: string): boolean {
  return SOURCE.test(path) && !path.endsWith('.d.ts');
}

const USES: Readonly<Record<Permission, string>> = {
  clock: 'the clock',
  random: 'random numbers',
  timers: 'timers',
  dom: 'the page',
  network: 'the network',
  process: 'the process',
  global: 'the global object as a whole',
  hidden: 'modules or code that the walls cannot read from the source',
};

/** What somebody does who meets a refusal of a use; a parameter where nothing is said. */
const USE_HINTS: Readonly<Partial<Record<Permission, string>>> = {
  global: 'name the one member you need (`globalThis.name`), or take it as a parameter.',
  hidden:
    'import it by a plain name, or add an exception with its reason to build/walls/map.ts where that cannot be.',
};

function plus(a: FullRights, b: FullRights): FullRights {
  return {
    imports: [...a.imports, ...b.imports],
    packages: [...a.packages, ...b.packages],
    node: a.node || b.node,
    uses: [...a.uses, ...b.uses],
  };
}

function formatList(items: readonly string[]): string {
  return items.length === 0 ? 'nothing' : [...new Set(items)].join(', ');
}

function formatPackages(packages: readonly string[]): string {
  return packages.includes('*') ? 'any that belongs to no other place' : formatList(packages);
}

/** Finds every breach of the walls in `paths`. @param paths which files to look at; the whole tree when left out */
export function checkWalls(map: HouseMap, tree: Tree, paths: Iterable<string> = tree.files): Fault[] {
  return [...paths].filter(isSource).flatMap((path) => checkFile(map, tree, path));
}

function sourceInfoOf(tree: Tree, file: string): SourceInfo | Fault {
  try {
    return tree.facts(file);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const { line, message } = error;
    return {
      file,
      line,
      message: `${file}:${line} cannot be read: ${message}. What to do: correct it first.`,
    };
  }
}

interface Visitor {
  file: string;
  chain: readonly Zone[];
  zone: Zone;
  isTest: boolean;
  exception: Exception | undefined;
}

function checkFile(map: HouseMap, tree: Tree, file: string): Fault[] {
  const chain = chainOf(map.rooms, file);
  const zone = chain.at(-1);
  // A file in no room is a fault of the map, which checkMap tells.
  if (zone === undefined) return [];
  const isTest = isTestFile(file) || chain.some(({ forTests }) => forTests);
  const visitor = {
    file,
    chain,
    zone,
    isTest,
    exception: map.exceptions.find((exception) => exception.file === file),
  };
  const rights = isTest ? plus(rightsOf(chain), additionOf(chain, 'tests')) : rightsOf(chain);
  const typeRights = plus(rights, additionOf(chain, 'types'));
  const sourceInfo = sourceInfoOf(tree, file);
  if ('message' in sourceInfo) return [sourceInfo];
  const { imports, uses } = sourceInfo;
  return [
    ...imports.flatMap((importInfo) => {
      const isType = importInfo.kind === 'type import' || importInfo.kind === 'type in place';
      return checkImport(map, tree, visitor, isType ? typeRights : rights, importInfo);
    }),
    ...uses.flatMap(({ permission, text, line }) =>
      rights.uses.includes(permission) || visitor.exception?.uses?.includes(permission)
        ? []
        : [
            {
              file,
              line,
              message:
                `${file}:${line} uses ${text}. ${zone.path} may not touch ${USES[permission]}. ` +
                `What to do: ${USE_HINTS[permission] ?? 'take it as a parameter from whoever calls.'}`,
            },
          ],
    ),
  ];
}

function checkImport(
  map: HouseMap,
  tree: Tree,
  visitor: Visitor,
  rights: FullRights,
  importInfo: ImportInfo,
): Fault[] {
  const { file, chain, zone } = visitor;
  const target = resolveImport(file, importInfo.specifier, tree.aliases, (path) => tree.files.has(path));
  const refuse = (may: string, hint: string): Fault[] => {
    const importedPath = target.kind === 'file' ? target.path : importInfo.specifier;
    const message = `${file}:${importInfo.line} imports ${importedPath}. ${may} What to do: ${hint}`;
    return [{ file, line: importInfo.line, message }];
  };
  if (target.kind === 'node')
    return rights.node
      ? []
      : refuse(
          `${zone.path} may import no module of Node.`,
          'take what you need as a parameter from a place that may.',
        );
  if (target.kind === 'package') {
    const isOwned = Object.hasOwn(map.packageHint, target.name);
    if (
      rights.packages.includes(target.name) ||
      (rights.packages.includes('*') && !isOwned) ||
      visitor.exception?.packages?.includes(target.name)
    )
      return [];
    const hint =
      map.packageHint[target.name] ??
      `use what is there, or add the package to the place in build/walls/map.ts and say why in docs/decisions.`;
    return refuse(`${zone.path} may use these packages: ${formatPackages(rights.packages)}.`, hint);
  }
  if (importInfo.kind === 'URL' && !tree.files.has(target.path)) return [];
  if (visitor.exception?.imports?.some((path) => isInside(target.path, path))) return [];
  const targetChain = chainOf(map.rooms, target.path);
  const isForTests = isTestFile(target.path) || targetChain.some(({ forTests }) => forTests);
  if (isForTests && !visitor.isTest)
    return refuse(
      'It is for tests, and only tests import it.',
      'move what the program needs out of the tests.',
    );
  if (isAllowed(target, chain, targetChain, rights)) return [];
  return refuse(`${zone.path} may import: ${formatList(rights.imports)}.`, hintOf(chain));
}

function isAllowed(
  target: Extract<Target, { kind: 'file' }>,
  chain: readonly Zone[],
  targetChain: readonly Zone[],
  rights: FullRights,
): boolean {
  const zone = chain.at(-1);
  // The same place, or, for the files above the layers, any layer inside.
  if (zone !== undefined && targetChain.includes(zone)) return true;
  return rights.imports.some((path) => isInside(target.path, path));
}

/** Exceptions of the map that nothing needs any more, each as a sentence. */
export function staleExceptions(map: HouseMap, tree: Tree): string[] {
  return map.exceptions.flatMap((exception) => {
    const { file, imports = [], packages = [], uses = [] } = exception;
    if (!tree.files.has(file)) return [];
    const remaining = map.exceptions.filter((b) => b !== exception);
    const reached = new Set<string>();
    const sourceInfo = sourceInfoOf(tree, file);
    if ('message' in sourceInfo) return [];
    for (const { specifier } of sourceInfo.imports) {
      const target = resolveImport(file, specifier, tree.aliases, (path) => tree.files.has(path));
      if (target.kind === 'package') reached.add(target.name);
      if (target.kind === 'file')
        for (const path of imports) if (isInside(target.path, path)) reached.add(path);
    }
    for (const { permission } of sourceInfo.uses) reached.add(permission);
    const isNeeded = checkFile({ ...map, exceptions: remaining }, tree, file).length > 0;
    const stale = isNeeded
      ? [...imports, ...packages, ...uses].filter((item) => !reached.has(item))
      : ['anything'];
    return stale.map(
      (item) =>
        `build/walls/map.ts lets ${file} reach ${item}, which it no longer needs. Take the exception out.`,
    );
  });
}
