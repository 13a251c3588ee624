import { isNode, memberOf, nameOf, nodeAt, textOf, type Node } from './syntax.ts';

/** What a file can touch besides what it imports. */
export type Permission =
  | 'clock'
  | 'random'
  | 'timers'
  | 'dom'
  | 'network'
  | 'process'
  /** The global object as a value, behind which everything else can hide. */
  | 'global'
  /** Modules and code that are named only when the program runs. */
  | 'hidden';

type Reach = readonly [Permission, string];

const GROUPS: Readonly<Partial<Record<Permission, readonly string[]>>> = {
  clock: ['performance', 'Temporal'],
  timers: [
    'setTimeout',
    'setInterval',
    'setImmediate',
    'requestAnimationFrame',
    'requestIdleCallback',
    'queueMicrotask',
    'MessageChannel',
    'scheduler',
  ],
  dom: [
    'document',
    'window',
    'self',
    'frames',
    'location',
    'history',
    'screen',
    'navigator',
    'localStorage',
    'sessionStorage',
    'indexedDB',
    'caches',
    'matchMedia',
    'getComputedStyle',
    'alert',
    'confirm',
    'prompt',
    'Image',
    'Audio',
    'Worker',
    'SharedWorker',
    'BroadcastChannel',
    'OffscreenCanvas',
    'FileReader',
    'MutationObserver',
    'ResizeObserver',
    'IntersectionObserver',
  ],
  network: ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'],
  process: ['process', 'Buffer', '__dirname', '__filename'],
  hidden: ['eval', 'Function'],
};

/** Names of the platform and what they reach; some others are looked at more closely in `reachOf`. */
const GLOBALS: ReadonlyMap<string, Permission> = new Map(
  Object.entries(GROUPS).flatMap(([permission, names]) =>
    names.map((name): [string, Permission] => [name, permission as Permission]),
  ),
);

/** Members that load a module or lead from a value to the function that made it. */
const HIDING = new Set(['createRequire', 'getBuiltinModule', 'mainModule', 'constructor']);

/** Only sources with one of these words need their tree walked; the imports of all others are in the parser's record. */
export const WORTH_WALKING = new RegExp(
  `\\b(?:require|vi|import\\.meta|Date|Math|Intl|AbortSignal|crypto|globalThis|${[...HIDING, ...GLOBALS.keys()].join('|')})\\b|\\bimport\\s*\\(`,
);

/** Other names of the global object. */
const GLOBAL_OBJECT = /^(?:globalThis|window|self|frames)$/;

/** What an identifier of the platform reaches at this place; null where it is harmless there. */
export function reachOf(name: string, node: Node, parent: Node | undefined): Reach | null {
  const memberOfOwner =
    parent?.type === 'MemberExpression' && parent['object'] === node ? memberOf(parent) : undefined;
  const isCompared = parent?.type === 'BinaryExpression' && parent['operator'] === 'instanceof';
  switch (name) {
    case 'Date':
      return isCompared ? null : reachOfDate(memberOfOwner, node, parent);
    case 'Math':
      if (memberOfOwner !== undefined && memberOfOwner !== 'random') return null;
      return ['random', memberOfOwner === undefined ? 'Math' : 'Math.random'];
    case 'Intl':
      // It writes the time of now when it is given none.
      if (memberOfOwner !== undefined && memberOfOwner !== 'DateTimeFormat') return null;
      return ['clock', memberOfOwner === undefined ? 'Intl' : 'Intl.DateTimeFormat'];
    case 'AbortSignal':
      if (isCompared || (memberOfOwner !== undefined && memberOfOwner !== 'timeout')) return null;
      return ['timers', memberOfOwner === undefined ? 'AbortSignal' : 'AbortSignal.timeout'];
    case 'crypto':
      if (memberOfOwner === 'subtle') return null;
      return ['random', memberOfOwner === undefined ? 'crypto' : `crypto.${memberOfOwner}`];
    case 'globalThis':
      return memberOfOwner === undefined ? ['global', 'globalThis'] : null;
    case 'require':
      return isReadableRequire(node, parent, memberOfOwner) ? null : ['hidden', 'require'];
    default: {
      const permission = isCompared ? undefined : GLOBALS.get(name);
      return permission === undefined ? null : [permission, name];
    }
  }
}

function reachOfDate(member: string | undefined, node: Node, parent: Node | undefined): Reach | null {
  if (parent?.type === 'NewExpression' && parent['callee'] === node) {
    const args: unknown = parent['arguments'];
    const first: unknown = Array.isArray(args) ? args[0] : undefined;
    return isNode(first) && first.type !== 'SpreadElement' ? null : ['clock', 'new Date()'];
  }
  if (member === 'parse' || member === 'UTC' || member === 'prototype') return null;
  return ['clock', member === undefined ? 'Date' : `Date.${member}`];
}

function isReadableRequire(node: Node, parent: Node | undefined, member: string | undefined): boolean {
  if (member === 'resolve') return true;
  const args: unknown =
    parent?.type === 'CallExpression' && parent['callee'] === node ? parent['arguments'] : [];
  const first: unknown = Array.isArray(args) ? args[0] : undefined;
  return isNode(first) && textOf(first) !== undefined;
}

/** The name of a global that `node` reads from the global object: `globalThis.Date`, `window['self'].Date`. */
export function globalMember(node: Node, isDeclared: (name: string) => boolean): string | undefined {
  if (node.type !== 'MemberExpression') return undefined;
  const object = nodeAt(node, 'object');
  const name = nameOf(object);
  const isGlobal =
    name === undefined
      ? object !== undefined && GLOBAL_OBJECT.test(globalMember(object, isDeclared) ?? '')
      : GLOBAL_OBJECT.test(name) && !isDeclared(name);
  return isGlobal ? memberOf(node) : undefined;
}

/** What loads a module, or makes code, in a way that no reader of the source can follow. */
export function hiddenCode(node: Node, parent: Node | undefined): Reach | null {
  if (node.type === 'ImportExpression')
    return textOf(nodeAt(node, 'source')) === undefined ? ['hidden', 'import() of a computed name'] : null;
  if (node.type === 'MemberExpression') {
    const object = nodeAt(node, 'object');
    const member = memberOf(node) ?? '';
    if (object?.type === 'MetaProperty' && member.startsWith('glob'))
      return ['hidden', `import.meta.${member}`];
    if (nameOf(object) === 'globalThis' && memberOf(node) === undefined) return ['global', 'globalThis[…]'];
    return HIDING.has(member) && object?.type !== 'ThisExpression' ? ['hidden', member] : null;
  }
  const key =
    node.type === 'ImportSpecifier'
      ? nodeAt(node, 'imported')
      : node.type === 'Property' && parent?.type === 'ObjectPattern'
        ? nodeAt(node, 'key')
        : undefined;
  const name = nameOf(key) ?? textOf(key) ?? '';
  return HIDING.has(name) ? ['hidden', name] : null;
}
