import { parseSync } from 'vite';

/** How a file names another. */
export type ImportKind =
  'import' | 'type import' | 're-export' | 'dynamic import' | 'type in place' | 'require' | 'URL';

export interface ImportFact {
  /** As written: `#shared/graph/index.ts`, `../x.ts`, `node:fs`, `zod`. */
  specifier: string;
  /** Counted from 1. */
  line: number;
  kind: ImportKind;
}

/** What a file can touch besides what it imports. */
export type Permission = 'clock' | 'random' | 'timers' | 'dom' | 'network' | 'process';

export interface UseFact {
  permission: Permission;
  /** As a person would write it: `Date.now`, `new Date()`, `setTimeout`. */
  text: string;
  /** Counted from 1. */
  line: number;
}

/** What the walls have to know of one source. */
export interface SourceFacts {
  imports: readonly ImportFact[];
  uses: readonly UseFact[];
}

/** A source that cannot be parsed. */
export class SourceError extends Error {
  /** Counted from 1. */
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

/** Names of the platform and what they reach. `Date`, `Math` and `crypto` are looked at more closely. */
const GLOBALS: Readonly<Record<string, Permission>> = {
  performance: 'clock',
  Temporal: 'clock',
  setTimeout: 'timers',
  setInterval: 'timers',
  setImmediate: 'timers',
  requestAnimationFrame: 'timers',
  requestIdleCallback: 'timers',
  document: 'dom',
  window: 'dom',
  navigator: 'dom',
  localStorage: 'dom',
  sessionStorage: 'dom',
  matchMedia: 'dom',
  getComputedStyle: 'dom',
  fetch: 'network',
  XMLHttpRequest: 'network',
  WebSocket: 'network',
  EventSource: 'network',
  process: 'process',
  Buffer: 'process',
  __dirname: 'process',
  __filename: 'process',
};

/** Only sources with one of these words need their tree walked; the imports of all others are in the parser's record. */
const WORTH_WALKING = new RegExp(
  `\\b(?:require|vi|import\\.meta|Date|Math|crypto|globalThis|${Object.keys(GLOBALS).join('|')})\\b|\\bimport\\s*\\(`,
);

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function nodeAt(node: Node, key: string): Node | undefined {
  const value = node[key];
  return isNode(value) ? value : undefined;
}

function textOf(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node?.type !== 'TemplateLiteral' || !Array.isArray(node['quasis']) || node['quasis'].length !== 1)
    return undefined;
  const quasi: unknown = node['quasis'][0];
  const value: unknown = isNode(quasi) ? quasi['value'] : undefined;
  return typeof value === 'object' && value !== null && 'cooked' in value && typeof value.cooked === 'string'
    ? value.cooked
    : undefined;
}

function nameOf(node: Node | undefined): string | undefined {
  return node?.type === 'Identifier' && typeof node['name'] === 'string' ? node['name'] : undefined;
}

/** The name behind a dot or in brackets: `a.b`, `a['b']`; undefined when it is computed. */
function memberOf(node: Node): string | undefined {
  const property = nodeAt(node, 'property');
  return node['computed'] === true ? textOf(property) : nameOf(property);
}

/** Positions at which lines begin, to turn an offset into a line. */
function lineFinder(source: string): (offset: number) => number {
  const starts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

/** What an identifier of the platform reaches at this place; null where it is harmless there. */
function reachOf(name: string, node: Node, parent: Node | undefined): [Permission, string] | null {
  const ownMember =
    parent?.type === 'MemberExpression' && parent['object'] === node ? memberOf(parent) : undefined;
  if (name === 'Date') {
    if (parent?.type === 'NewExpression' && parent['callee'] === node) {
      const given = parent['arguments'];
      return Array.isArray(given) && given.length > 0 ? null : ['clock', 'new Date()'];
    }
    if (ownMember === 'parse' || ownMember === 'UTC' || ownMember === 'prototype') return null;
    if (parent?.type === 'BinaryExpression' && parent['operator'] === 'instanceof') return null;
    return ['clock', ownMember === undefined ? 'Date' : `Date.${ownMember}`];
  }
  if (name === 'Math') {
    if (ownMember !== undefined && ownMember !== 'random') return null;
    return ['random', ownMember === undefined ? 'Math' : 'Math.random'];
  }
  if (name === 'crypto') {
    if (ownMember === 'subtle') return null;
    return ['random', ownMember === undefined ? 'crypto' : `crypto.${ownMember}`];
  }
  const permission = GLOBALS[name];
  return permission === undefined ? null : [permission, name];
}

/** Keys whose identifiers are names and no uses. */
function isNameOnly(node: Node, parent: Node | undefined): boolean {
  if (parent === undefined) return false;
  if (parent.type === 'MemberExpression') return parent['property'] === node && parent['computed'] !== true;
  if (
    parent.type === 'Property' ||
    parent.type === 'MethodDefinition' ||
    parent.type === 'PropertyDefinition'
  )
    return parent['key'] === node && parent['computed'] !== true && parent['shorthand'] !== true;
  // Types are the typecheck's concern; `typeof Date` in a type reaches nothing.
  return parent.type.startsWith('TS') && !/Expression$|^TSNonNull|^TSExportAssignment/.test(parent.type);
}

const DECLARES = new Set([
  'VariableDeclarator',
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassDeclaration',
  'ImportSpecifier',
  'ImportDefaultSpecifier',
  'ImportNamespaceSpecifier',
  'CatchClause',
]);

/** Names in a pattern: `a`, `{ a, b: c }`, `[a = 1]`, `...a`. */
function namesIn(pattern: unknown, into: Set<string>): void {
  if (Array.isArray(pattern)) for (const part of pattern) namesIn(part, into);
  if (!isNode(pattern)) return;
  const name = nameOf(pattern);
  if (name !== undefined) into.add(name);
  else if (pattern.type === 'ObjectPattern') namesIn(pattern['properties'], into);
  else if (pattern.type === 'ArrayPattern') namesIn(pattern['elements'], into);
  else if (pattern.type === 'Property') namesIn(pattern['value'], into);
  else if (pattern.type === 'AssignmentPattern') namesIn(pattern['left'], into);
  else if (pattern.type === 'RestElement') namesIn(pattern['argument'], into);
  else if (pattern.type === 'TSParameterProperty') namesIn(pattern['parameter'], into);
}

function noteDeclared(node: Node, into: Set<string>): void {
  if (!DECLARES.has(node.type)) return;
  namesIn(node['id'], into);
  namesIn(node['local'], into);
  namesIn(node['params'], into);
  namesIn(node['param'], into);
}

/**
 * Reads one source: each other file or package it names, in any spelling, and what it touches of clock, random numbers,
 * timers, page, network and process. A name that the file declares itself is its own and reaches nothing.
 * @param path only tells the language by its ending
 * @throws SourceError when it cannot be parsed
 */
export function readFacts(path: string, source: string): SourceFacts {
  const parsed = parseSync(path, source);
  const lineAt = lineFinder(source);
  const [problem] = parsed.errors;
  if (problem !== undefined) throw new SourceError(problem.message, lineAt(problem.labels[0]?.start ?? 0));
  const imports: ImportFact[] = [];
  const note = (specifier: string, offset: number, kind: ImportKind): void => {
    imports.push({ specifier, line: lineAt(offset), kind });
  };
  for (const found of parsed.module.staticImports) {
    const isType = found.entries.length > 0 && found.entries.every((entry) => entry.isType);
    note(found.moduleRequest.value, found.start, isType ? 'type import' : 'import');
  }
  for (const found of parsed.module.staticExports) {
    const request = found.entries.find((entry) => entry.moduleRequest)?.moduleRequest;
    if (request) note(request.value, found.start, 're-export');
  }
  if (!WORTH_WALKING.test(source)) return { imports, uses: [] };

  const declared = new Set<string>();
  const reached: { name: string; permission: Permission; text: string; line: number }[] = [];
  const visit = (node: Node, parent: Node | undefined): void => {
    noteDeclared(node, declared);
    const name = nameOf(node);
    if (name !== undefined && !isNameOnly(node, parent)) {
      const reach = reachOf(name, node, parent);
      if (reach) reached.push({ name, permission: reach[0], text: reach[1], line: lineAt(node.start) });
    }
    if (node.type === 'MemberExpression' && nameOf(nodeAt(node, 'object')) === 'globalThis') {
      // `globalThis.Date.now()` is as much of the clock as `Date.now()`.
      const member = memberOf(node);
      const reach = member === undefined ? null : reachOf(member, node, parent);
      if (reach) reached.push({ name: '', permission: reach[0], text: reach[1], line: lineAt(node.start) });
    }
    noteOtherSpellings(node, note);
    for (const value of Object.values(node)) {
      if (isNode(value)) visit(value, node);
      else if (Array.isArray(value)) for (const item of value) if (isNode(item)) visit(item, node);
    }
  };
  for (const statement of parsed.program.body) if (isNode(statement)) visit(statement, undefined);
  return {
    imports,
    uses: reached
      .filter(({ name }) => !declared.has(name))
      .map(({ permission, text, line }) => ({ permission, text, line })),
  };
}

/** The ways to name a file that are no import or export statement. */
function noteOtherSpellings(
  node: Node,
  note: (specifier: string, offset: number, kind: ImportKind) => void,
): void {
  if (node.type === 'ImportExpression' || node.type === 'TSImportType') {
    const specifier = textOf(nodeAt(node, 'source') ?? nodeAt(node, 'argument'));
    if (specifier !== undefined)
      note(specifier, node.start, node.type === 'TSImportType' ? 'type in place' : 'dynamic import');
    return;
  }
  if (node.type === 'TSExternalModuleReference') {
    const specifier = textOf(nodeAt(node, 'expression'));
    if (specifier !== undefined) note(specifier, node.start, 'require');
    return;
  }
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return;
  const given: unknown = node['arguments'];
  const [first, second]: readonly unknown[] = Array.isArray(given) ? given : [];
  const specifier = isNode(first) ? textOf(first) : undefined;
  const callee = nodeAt(node, 'callee');
  if (specifier === undefined || callee === undefined) return;
  if (node.type === 'NewExpression') {
    const isHere =
      isNode(second) &&
      second.type === 'MemberExpression' &&
      memberOf(second) === 'url' &&
      nodeAt(second, 'object')?.type === 'MetaProperty';
    if (nameOf(callee) === 'URL' && isHere && !specifier.includes(':'))
      note(specifier.startsWith('.') ? specifier : `./${specifier}`, node.start, 'URL');
    return;
  }
  const member = callee.type === 'MemberExpression' ? memberOf(callee) : undefined;
  const owner = callee.type === 'MemberExpression' ? nodeAt(callee, 'object') : undefined;
  if (nameOf(callee) === 'require' || (nameOf(owner) === 'require' && member === 'resolve'))
    note(specifier, node.start, 'require');
  else if (owner?.type === 'MetaProperty' && member === 'resolve') note(specifier, node.start, 'URL');
  else if (nameOf(owner) === 'vi' && /^(?:mock|doMock|importActual|importMock)$/.test(member ?? ''))
    note(specifier, node.start, 'import');
}
