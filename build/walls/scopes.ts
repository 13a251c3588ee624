import { isNode, nameOf, nodeAt, type Node } from './syntax.ts';

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

/** What one statement declares in the block it stands in; `declare` and `import type` bring no value. */
function declaredBy(statement: unknown, into: Set<string>): void {
  if (!isNode(statement) || statement['declare'] === true) return;
  if (/^Export(?:Named|Default)Declaration$/.test(statement.type)) {
    declaredBy(statement['declaration'], into);
  } else if (statement.type === 'ImportDeclaration') {
    const specifiers: unknown = statement['specifiers'];
    if (statement['importKind'] === 'type' || !Array.isArray(specifiers)) return;
    for (const specifier of specifiers)
      if (isNode(specifier) && specifier['importKind'] !== 'type') namesIn(specifier['local'], into);
  } else if (statement.type === 'VariableDeclaration') {
    const declarations: unknown = statement['declarations'];
    if (!Array.isArray(declarations)) return;
    for (const declarator of declarations) if (isNode(declarator)) namesIn(declarator['id'], into);
  } else if (/^(?:Function|Class|TSEnum|TSImportEquals)Declaration$/.test(statement.type)) {
    namesIn(statement['id'], into);
  }
}

/** The names that `node` declares for what lies inside it; null when it opens no scope. */
export function scopeOf(node: Node): ReadonlySet<string> | null {
  const names = new Set<string>();
  if (Array.isArray(node['params'])) namesIn(node['params'], names);
  if (node.type === 'FunctionExpression' || node.type === 'ClassExpression') namesIn(node['id'], names);
  if (node.type === 'CatchClause') namesIn(node['param'], names);
  const body: unknown = node['body'];
  if (Array.isArray(body)) for (const statement of body) declaredBy(statement, names);
  if (node.type === 'SwitchStatement' && Array.isArray(node['cases']))
    for (const part of node['cases']) {
      const statements: unknown = isNode(part) ? part['consequent'] : undefined;
      if (Array.isArray(statements)) for (const statement of statements) declaredBy(statement, names);
    }
  if (/^For(?:In|Of)?Statement$/.test(node.type))
    declaredBy(nodeAt(node, 'init') ?? nodeAt(node, 'left'), names);
  return names.size === 0 ? null : names;
}
