import { rightsOf, type HouseMap, type Zone } from './place.ts';

const EMPTY = '–';

function code(items: readonly string[]): string {
  return items.length === 0 ? EMPTY : items.map((item) => `\`${item}\``).join(', ');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function packagesOf(packages: readonly string[]): string {
  return packages.includes('*') ? 'any' : code(packages.filter((name) => name !== 'vitest'));
}

/** A path within the text of its room: `service/http` is `http` there. */
function relativeTo(path: string, zone: Zone): string {
  return path.startsWith(`${zone.path}/`) ? path.slice(zone.path.length + 1) : path;
}

function layersOf(zone: Zone, enclosing: readonly Zone[]): string[] {
  const layers = zone.inside;
  if (layers === undefined) return [];
  const chain = [...enclosing, zone];
  const rows = layers.map((layer, at) => {
    const remaining = layers.filter(
      ({ path, forTests }) => path !== layer.path && (layer.forTests || !forTests),
    );
    const below = new Set(layers.slice(0, at).map(({ path }) => path));
    const rights = rightsOf([...chain, layer]);
    const inherited = new Set(rightsOf(chain).imports);
    const siblings = remaining.filter(({ path }) => rights.imports.includes(path));
    const outside = rights.imports.filter(
      (path) => !layers.some((candidate) => candidate.path === path || candidate.also?.includes(path)),
    );
    const isAllBelow = siblings.length === below.size && siblings.every(({ path }) => below.has(path));
    const paths = siblings.map(({ path }) => relativeTo(path, zone));
    const additional = outside.filter((path) => !inherited.has(path));
    const inheritsZone = outside.length - additional.length === inherited.size;
    const reach = (): string => {
      if (siblings.length > 1 && siblings.length === remaining.length) return 'all others';
      return isAllBelow && siblings.length > 1 ? 'all above in this table' : code(paths);
    };
    return [
      code([layer.path, ...(layer.also ?? [])].map((path) => relativeTo(path, zone))),
      layer.forTests ? `${layer.role} (tests only)` : layer.role,
      reach(),
      inheritsZone ? ['as the room', ...additional.map((path) => `\`${path}\``)].join(', ') : code(outside),
      layer.packages === undefined ? 'as the room' : packagesOf(layer.packages),
    ];
  });
  return [
    `### Inside \`${zone.path}\``,
    table(['layer', 'what lives there', 'may import beside it', 'from outside', 'packages'], rows),
    ...layers.flatMap((layer) => layersOf(layer, chain)),
  ];
}

/** The tables of `docs/map.md`: the rooms, the layers of each room, and the exceptions with their reasons. */
export function mapTables(map: HouseMap): string {
  const rows = map.rooms.map((zone) => [
    `\`${zone.path}\``,
    zone.role,
    [code(zone.imports ?? []), ...(zone.node ? ['Node'] : [])].filter((text) => text !== EMPTY).join(', ') ||
      EMPTY,
    packagesOf(zone.packages ?? []),
    (zone.uses ?? []).join(', ') || 'nothing',
  ]);
  const exceptions = map.exceptions.map(({ file, imports = [], packages = [], uses = [], reason }) => [
    `\`${file}\``,
    [code([...imports, ...packages]), uses.join(', ')]
      .filter((text) => text !== EMPTY && text !== '')
      .join(', '),
    reason,
  ]);
  return [
    table(['room', 'what lives there', 'may import', 'packages', 'may touch'], rows),
    ...map.rooms.flatMap((zone) => layersOf(zone, [])),
    ...(exceptions.length === 0
      ? []
      : ['### Exceptions', table(['file', 'may also reach', 'why'], exceptions)]),
  ].join('\n\n');
}
