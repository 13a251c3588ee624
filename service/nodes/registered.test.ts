import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { NodeDefinition } from './definition.ts';
import { nodeDefinitions } from './index.ts';

const FOLDER = 'service/nodes';

/** Sources that may define a node type: those in the folder of a category, but for its list. */
const files = globSync('*/**/*.ts', { cwd: import.meta.dirname })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.test\.ts$|(?:^|\/)testing\/|\/index\.ts$/.test(path))
  .sort();

function isDefinition(value: unknown): value is NodeDefinition {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['type', 'title', 'category', 'inputs', 'outputs'].every((field) => field in value)
  );
}

/** A sentence for each node type that `exported` defines and `registered` does not have. */
function unregistered(
  file: string,
  exported: Readonly<Record<string, unknown>>,
  registered: readonly NodeDefinition[],
): string[] {
  return Object.values(exported)
    .filter(isDefinition)
    .filter((definition) => !registered.includes(definition))
    .map(
      ({ type }) =>
        `${FOLDER}/${file} defines ${type}, which is not registered. Add it to the list in ${FOLDER}/${dirname(file)}/index.ts` +
        ` (a new category's list to ${FOLDER}/index.ts).`,
    );
}

describe('node files', () => {
  test('are found', () => {
    expect(files.length).toBeGreaterThan(60);
  });

  test.each(files)('%s defines registered node types only', async (file) => {
    const exported: Record<string, unknown> = await import(new URL(file, import.meta.url).href);
    expect(unregistered(file, exported, nodeDefinitions)).toEqual([]);
  });

  test('that are not registered are named with the list they belong to', () => {
    const [first, ...others] = nodeDefinitions;
    expect(unregistered('image/vignette.ts', { imageVignette: first }, others)).toEqual([
      `service/nodes/image/vignette.ts defines ${first?.type}, which is not registered. Add it to the list in ` +
        "service/nodes/image/index.ts (a new category's list to service/nodes/index.ts).",
    ]);
  });
});
