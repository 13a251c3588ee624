import { isNode, nameOf, nodeAt, type Node } from './syntax.ts';

/** Names in a pattern: `a`, `{ a, b: c }`, `[a = 1]`, `...a`. */
function namesIn(pattern: unknown, names: Set<string>): void {
  if (Array.isArray(pattern)) for (const element of pattern) namesIn(element, names);
  if (!isNode(pattern)) return;
  const name = nameOf(pattern);
  if (name !== undefined) names.add(name);
  else if (pattern.type === 'ObjectPattern') namesIn(pattern['properties'], names);
  else if (pattern.type === 'ArrayPattern') namesIn(pattern['elements'], names);
  else if (pattern.type === 'Property') namesIn(pattern['value'], names);
  else if (pattern.type === 'AssignmentPattern') namesIn(pattern['left'], names);
  else if (pattern.type === 'RestElement') namesIn(pattern['argument'], names);
  else if (pattern.type === 'TSParameterProperty') namesIn(pattern['parameter'], names);
}

/** What one statement declares in the block it stands in; `declare` and `import type` bring no value. */
function declaredBy(statement: unknown, names: Set<string>): void {
  if (!isNode(statement) || statement['declare'] === true) return;
  if (/^Export(?:Named|Default)Declaration$/.test(statement.type)) {
    declaredBy(statement['declaration'], names);
  } else if (statement.type === 'ImportDeclaration') {
    const specifiers: unknown = statement['specifiers'];
    if (statement['importKind'] === 'type' || !Array.isArray(specifiers)) return;
    for (const specifier of specifiers)
      if (isNode(specifier) && specifier['importKind'] !== 'type') namesIn(specifier['local'], names);
  } else if (statement.type === 'VariableDeclaration') {
    const declarations: unknown = statement['declarations'];
    if (!Array.isArray(declarations)) return;
    for (const declarator of declarations) if (isNode(declarator)) namesIn(declarator['id'], names);
  } else if (/^(?:Function|Class|TSEnum|TSImportEquals)Declaration$/.test(statement.type)) {
    namesIn(statement['id'], names);
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
    for (const switchCase of node['cases']) {
      const statements: unknown = isNode(switchCase) ? switchCase['consequent'] : undefined;
      if (Array.isArray(statements)) for (const statement of statements) declaredBy(statement, names);
    }
  if (/^For(?:In|Of)?Statement$/.test(node.type))
    declaredBy(nodeAt(node, 'init') ?? nodeAt(node, 'left'), names);
  return names.size === 0 ? null : names;
}
