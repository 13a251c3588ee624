import { parseSync } from 'vite';
import { isNameOnly, isNode, lineFinder, memberOf, nameOf, nodeAt, type Node } from './syntax.ts';

/** How bytes become values. */
export type Reader =
  /** `JSON.parse`, in any spelling */
  | 'parse'
  /** `.json()`, `.text()`, `.arrayBuffer()`, `.blob()`, `.bytes()`, `.formData()` */
  | 'body'
  /** `readFile`, `readFileSync` of a whole file, under any name */
  | 'file';

export const READERS: readonly Reader[] = ['parse', 'body', 'file'];

const BODY = /^(?:json|text|arrayBuffer|blob|bytes|formData)$/;
const FILE = /^readFile(?:Sync)?$/;
const FILE_MODULE = /^(?:node:)?fs(?:\/promises)?$/;

/** Only sources with one of these words are parsed. */
const WORTH_PARSING = /\b(?:JSON|json|text|arrayBuffer|blob|bytes|formData|readFile|readFileSync)\b/;

/** Local names of `node:fs`: those of its readers, and those of the whole module. */
interface FileNames {
  readers: Set<string>;
  modules: Set<string>;
}

function fileNames(imports: ReturnType<typeof parseSync>['module']['staticImports']): FileNames {
  const names: FileNames = { readers: new Set(), modules: new Set() };
  for (const { moduleRequest, entries } of imports) {
    if (!FILE_MODULE.test(moduleRequest.value)) continue;
    for (const { importName, localName, isType } of entries) {
      if (isType) continue;
      if (importName.kind !== 'Name' || /^(?:promises|default)$/.test(importName.name ?? ''))
        names.modules.add(localName.value);
      else if (FILE.test(importName.name ?? '')) names.readers.add(localName.value);
    }
  }
  return names;
}

/** Whether a value is `node:fs` as a whole: its name, its `promises`, or `await import('node:fs')`. */
function isFileModule(node: Node | undefined, names: FileNames): boolean {
  if (node === undefined) return false;
  if (node.type === 'ParenthesizedExpression') return isFileModule(nodeAt(node, 'expression'), names);
  if (node.type === 'AwaitExpression') {
    const source = nodeAt(nodeAt(node, 'argument') ?? node, 'source')?.['value'];
    return typeof source === 'string' && FILE_MODULE.test(source);
  }
  if (node.type === 'MemberExpression')
    return memberOf(node) === 'promises' && isFileModule(nodeAt(node, 'object'), names);
  return names.modules.has(nameOf(node) ?? '');
}

/** How `node` itself reads; undefined when it does not. */
function readerOf(node: Node, parent: Node | undefined, names: FileNames): Reader | undefined {
  switch (node.type) {
    case 'Identifier':
      return isNameOnly(node, parent) ? undefined : readerByName(node, parent, names);
    case 'MemberExpression':
      return readerByMember(node, names);
    case 'CallExpression':
      return isBodyRead(node) ? 'body' : undefined;
    case 'VariableDeclarator':
      return destructuresFileReader(node, names) ? 'file' : undefined;
    default:
      return undefined;
  }
}

function readerByName(node: Node, parent: Node | undefined, names: FileNames): Reader | undefined {
  const name = nameOf(node) ?? '';
  if (names.readers.has(name)) return 'file';
  // Whoever holds the whole object can take `parse` out of it.
  const isMemberOf = parent?.type === 'MemberExpression' && parent['object'] === node;
  return name === 'JSON' && !isMemberOf ? 'parse' : undefined;
}

function readerByMember(node: Node, names: FileNames): Reader | undefined {
  const member = memberOf(node);
  const object = nodeAt(node, 'object');
  if (member !== undefined && FILE.test(member) && isFileModule(object, names)) return 'file';
  const isJson =
    nameOf(object) === 'JSON' || (object?.type === 'MemberExpression' && memberOf(object) === 'JSON');
  return isJson && (member === undefined || member === 'parse') ? 'parse' : undefined;
}

/** `response.json()` and its kin, which are called with nothing. */
function isBodyRead(call: Node): boolean {
  const callee = nodeAt(call, 'callee');
  const args: unknown = call['arguments'];
  return (
    callee?.type === 'MemberExpression' &&
    BODY.test(memberOf(callee) ?? '') &&
    Array.isArray(args) &&
    args.length === 0
  );
}

/** `const { readFile } = fs`. */
function destructuresFileReader(declarator: Node, names: FileNames): boolean {
  const pattern = nodeAt(declarator, 'id');
  const properties: unknown = pattern?.['properties'];
  if (pattern?.type !== 'ObjectPattern' || !Array.isArray(properties)) return false;
  const destructuresReader = properties.some(
    (property) => isNode(property) && FILE.test(nameOf(nodeAt(property, 'key')) ?? ''),
  );
  return destructuresReader && isFileModule(nodeAt(declarator, 'init'), names);
}

/** The lines, counted from 1, at which a source reads in each way. */
export function readersIn(path: string, source: string): Partial<Record<Reader, number[]>> {
  if (!WORTH_PARSING.test(source)) return {};
  const parsed = parseSync(path, source);
  const names = fileNames(parsed.module.staticImports);
  const lineAt = lineFinder(source);
  const found: Partial<Record<Reader, number[]>> = {};
  const visit = (node: Node, parent: Node | undefined): void => {
    const reader = readerOf(node, parent, names);
    if (reader !== undefined) (found[reader] ??= []).push(lineAt(node.start));
    for (const value of Object.values(node)) {
      if (isNode(value)) visit(value, node);
      else if (Array.isArray(value)) for (const item of value) if (isNode(item)) visit(item, node);
    }
  };
  const program: unknown = parsed.program;
  if (isNode(program)) visit(program, undefined);
  return found;
}
