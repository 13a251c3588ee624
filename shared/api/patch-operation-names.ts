/**
 * The patch operations a service knows, by its OpenAPI schema: every constant that a property named `op` takes, which
 * is how the operations are told apart.
 * @returns null when it is no schema or lists none.
 */
export function patchOperationNames(schema: unknown): string[] | null {
  const found = new Set<string>();
  const visited = new Set<object>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || visited.has(value)) return;
    visited.add(value);
    if (Array.isArray(value)) return value.forEach(visit);
    for (const [name, child] of Object.entries(value)) {
      if (name === 'properties' && isRecord(child) && isRecord(child['op'])) {
        const { const: constant, enum: choices } = child['op'];
        if (typeof constant === 'string') found.add(constant);
        if (Array.isArray(choices)) {
          for (const choice of choices) if (typeof choice === 'string') found.add(choice);
        }
      }
      visit(child);
    }
  };
  if (!isRecord(schema) || !isRecord(schema['paths'])) return null;
  visit(schema);
  return found.size === 0 ? null : [...found].sort();
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
