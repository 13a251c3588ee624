import { parseSync } from 'vite';
import { type Permission, globalMember, hiddenCode, reachOf, WORTH_WALKING } from './platform.ts';
import { scopeOf } from './scopes.ts';
import { isNameOnly, isNode, lineFinder, memberOf, nameOf, nodeAt, textOf, type Node } from './syntax.ts';

/** How a file names another. */
type ImportKind =
  | 'import'
  | 'type import'
  | 're-export'
  | 'dynamic import'
  | 'type in place'
  | 'require'
  | 'URL';

export interface ImportInfo {
  /** As written: `#shared/graph/index.ts`, `../x.ts`, `node:fs`, `zod`. */
  specifier: string;
  /** Counted from 1. */
  line: number;
  kind: ImportKind;
}

interface UseInfo {
  permission: Permission;
  /** As a person would write it: `Date.now`, `new Date()`, `setTimeout`. */
  text: string;
  /** Counted from 1. */
  line: number;
}

/** What the walls have to know of one source. */
export interface SourceInfo {
  imports: readonly ImportInfo[];
  uses: readonly UseInfo[];
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

/**
 * Reads one source: each other file or package it names, in any spelling, and what it touches of clock, random numbers,
 * timers, page, network and process. A name that is declared around its use is the
 * file's own and reaches nothing.
 * @param path only tells the language by its ending
 * @throws SourceError when it cannot be parsed
 */
export function readSourceInfo(path: string, source: string): SourceInfo {
  const parsed = parseSync(path, source);
  const lineAt = lineFinder(source);
  const [problem] = parsed.errors;
  if (problem !== undefined) throw new SourceError(problem.message, lineAt(problem.labels[0]?.start ?? 0));
  const imports: ImportInfo[] = [];
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
  if (!path.endsWith('x') && !WORTH_WALKING.test(source)) return { imports, uses: [] };

  const uses: UseInfo[] = [];
  let drawsAt: number | undefined;
  const visit = (node: Node, parent: Node | undefined, scopes: readonly ReadonlySet<string>[]): void => {
    const scope = scopeOf(node);
    const inner = scope === null ? scopes : [...scopes, scope];
    const isDeclared = (name: string): boolean => inner.some((names) => names.has(name));
    const name = nameOf(node);
    const member = globalMember(node, isDeclared);
    const reaches = [
      // `globalThis.Date.now()` is as much of the clock as `Date.now()`.
      member === undefined ? null : reachOf(member, node, parent),
      name === undefined || isNameOnly(node, parent) || isDeclared(name) ? null : reachOf(name, node, parent),
      hiddenCode(node, parent),
    ];
    for (const reach of reaches)
      if (reach) uses.push({ permission: reach[0], text: reach[1], line: lineAt(node.start) });
    if (/^JSX(?:Element|Fragment)$/.test(node.type)) drawsAt ??= node.start;
    noteAlternateSpellings(node, note);
    for (const value of Object.values(node)) {
      if (isNode(value)) visit(value, node, inner);
      else if (Array.isArray(value)) for (const item of value) if (isNode(item)) visit(item, node, inner);
    }
  };
  const program: unknown = parsed.program;
  if (isNode(program)) visit(program, undefined, []);
  // JSX becomes calls of this module.
  if (drawsAt !== undefined) note('react/jsx-runtime', drawsAt, 'import');
  return { imports, uses };
}

type Note = (specifier: string, offset: number, kind: ImportKind) => void;

/** The ways to name a file that are no import or export statement. */
function noteAlternateSpellings(node: Node, note: Note): void {
  switch (node.type) {
    case 'ImportExpression':
    case 'TSImportType': {
      const specifier = textOf(nodeAt(node, 'source') ?? nodeAt(node, 'argument'));
      const kind = node.type === 'TSImportType' ? 'type in place' : 'dynamic import';
      if (specifier !== undefined) note(specifier, node.start, kind);
      return;
    }
    case 'TSExternalModuleReference': {
      const specifier = textOf(nodeAt(node, 'expression'));
      if (specifier !== undefined) note(specifier, node.start, 'require');
      return;
    }
    case 'NewExpression':
      return noteUrl(node, note);
    case 'CallExpression':
      return noteCall(node, note);
    default:
  }
}

/** What a call is made with. */
function argumentsOf(node: Node): readonly unknown[] {
  const args: unknown = node['arguments'];
  return Array.isArray(args) ? args : [];
}

/** `new URL('./file', import.meta.url)`. */
function noteUrl(node: Node, note: Note): void {
  const [first, second] = argumentsOf(node);
  const specifier = isNode(first) ? textOf(first) : undefined;
  if (specifier === undefined || nameOf(nodeAt(node, 'callee')) !== 'URL' || specifier.includes(':')) return;
  const isCurrentFile =
    isNode(second) &&
    second.type === 'MemberExpression' &&
    memberOf(second) === 'url' &&
    nodeAt(second, 'object')?.type === 'MetaProperty';
  if (isCurrentFile) note(specifier.startsWith('.') ? specifier : `./${specifier}`, node.start, 'URL');
}

/** `require('…')`, `require.resolve('…')`, `import.meta.resolve('…')` and `vi.mock('…')`. */
function noteCall(node: Node, note: Note): void {
  const [first] = argumentsOf(node);
  const specifier = isNode(first) ? textOf(first) : undefined;
  const callee = nodeAt(node, 'callee');
  if (specifier === undefined || callee === undefined) return;
  const isMember = callee.type === 'MemberExpression';
  const member = isMember ? memberOf(callee) : undefined;
  const owner = isMember ? nodeAt(callee, 'object') : undefined;
  if (nameOf(callee) === 'require' || (nameOf(owner) === 'require' && member === 'resolve'))
    note(specifier, node.start, 'require');
  else if (owner?.type === 'MetaProperty' && member === 'resolve') note(specifier, node.start, 'URL');
  else if (nameOf(owner) === 'vi' && /^(?:mock|doMock|importActual|importMock)$/.test(member ?? ''))
    note(specifier, node.start, 'import');
}
