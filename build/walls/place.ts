import type { Permission } from './platform.ts';

/** What the files of a place may reach. What is not said here is taken from the enclosing place. */
interface Rights {
  /**
   * What they may import outside the enclosing place: paths from the root of rooms, layers or single files (a feature's
   * `index.ts`). Left out: the same as the enclosing place.
   */
  imports?: readonly string[];
  /**
   * Which layers of the same enclosing place they may import: their paths, `below` for those that stand earlier in the
   * list (this is the rule where nothing is said), or `all`.
   */
  peers?: readonly string[] | 'below' | 'all';
  /** Packages they may use; `*` is any that belongs to no other place. A package's types count as the package. */
  packages?: readonly string[];
  /** Whether they may import modules of Node. */
  node?: boolean;
  /** What they may touch of the platform without importing it. */
  uses?: readonly Permission[];
}

/** A room, or a layer within a room. */
export interface Zone extends Rights {
  /** Its folder, or its only file, from the root of the repository. */
  path: string;
  /** Further files or folders that are part of it. */
  also?: readonly string[];
  /** What lives there: one line for the map. */
  role: string;
  /** What somebody does who meets a refusal here. Left out: the same as the enclosing place. */
  hint?: string;
  /** What tests and their stand-ins may reach in addition. Left out: the same as the enclosing place. */
  tests?: Rights;
  /** What an `import type` may reach in addition; it is gone when the program runs. */
  types?: Rights;
  /** The whole place is for tests: only tests import it, and its files have the rights of tests. */
  forTests?: true;
  /** Its layers, the lowest first. Each folder with sources in it has to be named. */
  inside?: readonly Zone[];
}

/** One file that may do what its place may not. */
export interface Exception extends Pick<Rights, 'imports' | 'packages' | 'uses'> {
  file: string;
  /** The reason, as a sentence. */
  reason: string;
}

/** Everything the walls are made from. */
export interface HouseMap {
  rooms: readonly Zone[];
  exceptions: readonly Exception[];
  /** Packages that belong to one place, and what everybody else does instead. */
  packageHint: Readonly<Record<string, string>>;
}

/** Whether `path` is `place` or lies below it. */
export function isInside(path: string, zone: string): boolean {
  return path === zone || path.startsWith(`${zone}/`);
}

/** Whether a file is a test or something that only tests use. */
export function isTestFile(path: string): boolean {
  return /\.(?:test|rig|acceptance)\.tsx?$|-suite\.ts$|(?:^|\/)testing\//.test(path);
}

/** From the room down to the innermost layer that `path` is part of; empty when no room has it. */
export function chainOf(zones: readonly Zone[], path: string): readonly Zone[] {
  let best: { zone: Zone; length: number } | undefined;
  for (const zone of zones) {
    for (const ownedPath of [zone.path, ...(zone.also ?? [])]) {
      if (isInside(path, ownedPath) && ownedPath.length > (best?.length ?? -1))
        best = { zone: zone, length: ownedPath.length };
    }
  }
  return best === undefined ? [] : [best.zone, ...chainOf(best.zone.inside ?? [], path)];
}

/** The rights of a place with nothing left out. Paths cover what lies below them. */
export interface FullRights {
  imports: readonly string[];
  packages: readonly string[];
  node: boolean;
  uses: readonly Permission[];
}

const NO_RIGHTS: FullRights = { imports: [], packages: [], node: false, uses: [] };

function siblingPathsOf(rights: Rights, zone: Zone, enclosing: Zone | undefined): readonly string[] {
  const peers = enclosing?.inside ?? [];
  const rule = rights.peers ?? 'below';
  const selected =
    rule === 'all'
      ? peers
      : rule === 'below'
        ? peers.slice(0, peers.indexOf(zone))
        : peers.filter(({ path }) => rule.includes(path));
  return selected.filter((layer) => layer !== zone).flatMap((layer) => [layer.path, ...(layer.also ?? [])]);
}

/** What the innermost place of `chain` may reach, with all that it inherits. */
export function rightsOf(chain: readonly Zone[]): FullRights {
  let rights = NO_RIGHTS;
  let enclosing: Zone | undefined;
  for (const zone of chain) {
    rights = {
      imports: [...(zone.imports ?? rights.imports), ...siblingPathsOf(zone, zone, enclosing)],
      packages: zone.packages ?? rights.packages,
      node: zone.node ?? rights.node,
      uses: zone.uses ?? rights.uses,
    };
    enclosing = zone;
  }
  return rights;
}

/** What the nearest `tests` or `types` of a chain add to its rights. A room's `beside: 'all'` opens all its layers. */
export function additionOf(chain: readonly Zone[], of: 'tests' | 'types'): FullRights {
  const at = chain.findLastIndex((zone) => zone[of] !== undefined);
  const definer = chain[at];
  const rights = definer?.[of];
  if (definer === undefined || rights === undefined) return NO_RIGHTS;
  const siblingPaths =
    rights.peers === undefined
      ? []
      : rights.peers === 'all' && definer.inside !== undefined
        ? [definer.path]
        : siblingPathsOf(rights, definer, chain[at - 1]);
  return {
    imports: [...(rights.imports ?? []), ...siblingPaths],
    packages: rights.packages ?? [],
    node: rights.node ?? false,
    uses: rights.uses ?? [],
  };
}

/** The advice nearest to the innermost place. */
export function hintOf(chain: readonly Zone[]): string {
  return (
    chain.findLast((zone) => zone.hint !== undefined)?.hint ??
    'Move what both need into a place that both may import, or change build/walls/map.ts and say why.'
  );
}
