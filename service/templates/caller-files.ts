import type { RunInputValue } from '#shared/api/index.ts';
import { Problem } from '#service/problems/problem.ts';
import { fileIdsOf, fileIdsOfValue } from '#service/rules/file-values.ts';
import { isCallerFile } from './caller-file-rows.ts';
import { templateGraph, type TemplateContext, type TemplateRow } from './rows.ts';

/** Which files the key of an endpoint opens: those that came by that key, and what the template holds in its fields. */

/** Files that the fields of a template hold: their callers see them in the examples of its documentation. */
async function defaultFiles(ctx: TemplateContext, template: TemplateRow): Promise<Set<string>> {
  const graph = await templateGraph(ctx, template.id);
  const fields = new Set(template.inputs.map(({ nodeId, pinName }) => JSON.stringify([nodeId, pinName])));
  return new Set(
    graph.nodes.flatMap((node) =>
      fileIdsOf(node).flatMap(({ input, fileId }) =>
        fields.has(JSON.stringify([node.id, input])) ? [fileId] : [],
      ),
    ),
  );
}

/**
 * @throws Problem FILE_NOT_FOUND for a file that neither came by this key nor is in a field of the template. It is the
 * same for a file of the owner and for one that there never was.
 */
export async function rejectForeignFiles(
  ctx: TemplateContext,
  template: TemplateRow,
  keyHash: string,
  inputs: Readonly<Record<string, RunInputValue>>,
): Promise<void> {
  const named = Object.entries(inputs).flatMap(([fieldName, value]) => {
    return fileIdsOfValue(value).map((fileId) => ({ fieldName, fileId }));
  });
  if (named.length === 0) return;
  const defaults = await defaultFiles(ctx, template);
  for (const { fieldName, fileId } of named) {
    if (defaults.has(fileId) || (await isCallerFile(ctx, keyHash, fileId))) continue;
    throw Problem.of(
      'FILE_NOT_FOUND',
      `${fieldName}: This key has no file ${fileId}. Send the file with the call, as multipart/form-data, or name one that an earlier call with this key sent.`,
      { fieldName, fileId },
    );
  }
}
