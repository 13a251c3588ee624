import type { NodeDefinition, PinDefinition } from '#service/nodes/definition.ts';

/** The page of all node types, `docs/nodes.md`, made from their definitions. */

const HEAD = `# Node types

Made by \`npm run docs\` from the definitions in \`service/nodes\`. Types of pins are read as \`shared/graph/pin-type.ts\` says: limits stand in
parentheses, \`list(image)\` is a list, \`any(list)\` takes one thing or a whole list, and of several \`any(branch)\` a node takes one. A
node that is given a list where it takes one thing runs for each item.
`;

/** @param definitions in the order of the page. @returns Markdown */
export function nodesPage(definitions: readonly NodeDefinition[]): string {
  const categories = [...new Set(definitions.map(({ category }) => category))];
  const sections = categories.map((category) => {
    const nodes = definitions.filter((definition) => definition.category === category);
    return `## ${category}\n\n${nodes.map(nodeSection).join('\n')}`;
  });
  return `${HEAD}\n${sections.join('\n')}`;
}

function nodeSection(definition: NodeDefinition): string {
  const { type, title, description, inputs, outputs } = definition;
  const lines = [
    `### ${title}`,
    '',
    `\`${type}\`. ${description}`,
    '',
    ...inputs.map((pin) => `- in ${pinText(pin)}${emptyText(pin)}`),
    ...outputs.map((pin) => `- out ${pinText(pin)}`),
    '',
    '```json',
    JSON.stringify(exampleOf(definition)),
    '```',
    '',
  ];
  return lines.join('\n');
}

const pinText = ({ name, label, type }: Pick<PinDefinition, 'name' | 'label' | 'type'>): string =>
  `\`${name}\` (${label}): \`${type}\``;

function emptyText(pin: PinDefinition): string {
  if (pin.default !== undefined && pin.default !== null)
    return `, default \`${JSON.stringify(pin.default)}\``;
  return pin.optional === true || pin.default === null ? ', may be left out' : '';
}

/** The node as a document has it, with its defaults. */
function exampleOf({ type, inputs }: NodeDefinition): unknown {
  const values = inputs.flatMap(({ name, default: value }) =>
    value === undefined || value === null ? [] : [[name, { value }] as const],
  );
  return { id: type.slice(type.indexOf('/') + 1), type, inputs: Object.fromEntries(values) };
}
