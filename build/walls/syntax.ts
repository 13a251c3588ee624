import { parseSync } from 'vite';

/** A node of the parser's tree. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** Whether a value of the tree is a node. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The node below `key`. */
export function nodeAt(node: Node, key: string): Node | undefined {
  const value = node[key];
  return isNode(value) ? value : undefined;
}

/** The text of a literal or of a template without holes. */
export function textOf(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node?.type !== 'TemplateLiteral' || !Array.isArray(node['quasis']) || node['quasis'].length !== 1)
    return undefined;
  const quasi: unknown = node['quasis'][0];
  const value: unknown = isNode(quasi) ? quasi['value'] : undefined;
  return typeof value === 'object' && value !== null && 'cooked' in value && typeof value.cooked === 'string'
    ? value.cooked
    : undefined;
}

/** The name of an identifier. */
export function nameOf(node: Node | undefined): string | undefined {
  return node?.type === 'Identifier' && typeof node['name'] === 'string' ? node['name'] : undefined;
}

/** The name behind a dot or in brackets: `a.b`, `a['b']`; undefined when it is computed. */
export function memberOf(node: Node): string | undefined {
  const property = nodeAt(node, 'property');
  return node['computed'] === true ? textOf(property) : nameOf(property);
}

/** Positions at which lines begin, to turn an offset into a line. */
export function lineFinder(source: string): (offset: number) => number {
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

/** Keys whose identifiers are names and no uses. */
export function isNameOnly(node: Node, parent: Node | undefined): boolean {
  if (parent === undefined) return false;
  if (parent.type === 'MemberExpression') return parent['property'] === node && parent['computed'] !== true;
  if (
    parent.type === 'Property' ||
    parent.type === 'MethodDefinition' ||
    parent.type === 'PropertyDefinition'
  )
    return parent['key'] === node && parent['computed'] !== true;
  if (/^(?:Import(?:Default|Namespace)?|Export)Specifier$/.test(parent.type)) return true;
  if (/^(?:Labeled|Break|Continue)Statement$/.test(parent.type)) return parent['label'] === node;
  // Types are the typecheck's concern; `typeof Date` in a type reaches nothing.
  return parent.type.startsWith('TS') && !/Expression$|^TSNonNull|^TSExportAssignment/.test(parent.type);
}

/** A source with its comments blanked out; every other character stays at its offset and on its line. */
export function codeOf(path: string, source: string): string {
  let code = '';
  let end = 0;
  for (const comment of parseSync(path, source).comments) {
    code += source.slice(end, comment.start);
    code += source.slice(comment.start, comment.end).replaceAll(/[^\n]/g, ' ');
    end = comment.end;
  }
  return code + source.slice(end);
}
