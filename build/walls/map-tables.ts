import { rightsOf, type HouseMap, type Place } from './place.ts';

const NOTHING = '–';

function code(items: readonly string[]): string {
  return items.length === 0 ? NOTHING : items.map((item) => `\`${item}\``).join(', ');
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
function within(path: string, room: Place): string {
  return path.startsWith(`${room.path}/`) ? path.slice(room.path.length + 1) : path;
}

function layersOf(room: Place, enclosing: readonly Place[]): string[] {
  const layers = room.inside;
  if (layers === undefined) return [];
  const chain = [...enclosing, room];
  const rows = layers.map((layer, at) => {
    const others = layers.filter(
      ({ path, forTests }) => path !== layer.path && (layer.forTests || !forTests),
    );
    const below = new Set(layers.slice(0, at).map(({ path }) => path));
    const rights = rightsOf([...chain, layer]);
    const inherited = new Set(rightsOf(chain).imports);
    const beside = others.filter(({ path }) => rights.imports.includes(path));
    const outside = rights.imports.filter(
      (path) => !layers.some((other) => other.path === path || other.also?.includes(path)),
    );
    const isAllBelow = beside.length === below.size && beside.every(({ path }) => below.has(path));
    const paths = beside.map(({ path }) => within(path, room));
    const more = outside.filter((path) => !inherited.has(path));
    const isAsRoom = outside.length - more.length === inherited.size;
    const reach = (): string => {
      if (beside.length > 1 && beside.length === others.length) return 'all others';
      return isAllBelow && beside.length > 1 ? 'all above in this table' : code(paths);
    };
    return [
      code([layer.path, ...(layer.also ?? [])].map((path) => within(path, room))),
      layer.forTests ? `${layer.holds} (tests only)` : layer.holds,
      reach(),
      isAsRoom ? ['as the room', ...more.map((path) => `\`${path}\``)].join(', ') : code(outside),
      layer.packages === undefined ? 'as the room' : packagesOf(layer.packages),
    ];
  });
  return [
    `### Inside \`${room.path}\``,
    table(['layer', 'what lives there', 'may import beside it', 'from outside', 'packages'], rows),
    ...layers.flatMap((layer) => layersOf(layer, chain)),
  ];
}

/** The tables of `docs/map.md`: the rooms, the layers of each room, and the exceptions with their reasons. */
export function mapTables(map: HouseMap): string {
  const rooms = map.rooms.map((room) => [
    `\`${room.path}\``,
    room.holds,
    [code(room.imports ?? []), ...(room.node ? ['Node'] : [])]
      .filter((text) => text !== NOTHING)
      .join(', ') || NOTHING,
    packagesOf(room.packages ?? []),
    (room.uses ?? []).join(', ') || 'nothing',
  ]);
  const exceptions = map.exceptions.map(({ file, imports = [], packages = [], uses = [], why }) => [
    `\`${file}\``,
    [code([...imports, ...packages]), uses.join(', ')]
      .filter((text) => text !== NOTHING && text !== '')
      .join(', '),
    why,
  ]);
  return [
    table(['room', 'what lives there', 'may import', 'packages', 'may touch'], rooms),
    ...map.rooms.flatMap((room) => layersOf(room, [])),
    ...(exceptions.length === 0
      ? []
      : ['### Exceptions', table(['file', 'may also reach', 'why'], exceptions)]),
  ].join('\n\n');
}
