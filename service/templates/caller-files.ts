import type { RunInputValue } from '#shared/api/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { Problem } from '#service/problems/problem.ts';
import { fileIdOf, fileIdsOf } from '#service/rules/file-values.ts';
import { one, run } from '#service/storage/statements.ts';
import { templateGraph, type TemplateRow } from './rows.ts';

/** Which files the key of an endpoint opens: those that came by that key, and what the template holds in its fields. */

type FilesContext = Pick<ServiceContext, 'db' | 'newId' | 'now'>;

/**
 * Notes that files came with a call; inside the transaction that adds them.
 * @param keyHash SHA-256 of the key that the call was made with
 */
export function noteCallerFiles(
  { db }: FilesContext,
  keyHash: string,
  files: readonly { id: string }[],
): void {
  for (const { id } of files)
    run(db, 'INSERT INTO endpoint_files (file_id, key_hash) VALUES (?, ?)', id, keyHash);
}

const cameBy = ({ db }: FilesContext, keyHash: string, fileId: string): boolean =>
  one(db, 'SELECT 1 FROM endpoint_files WHERE file_id = ? AND key_hash = ?', fileId, keyHash) !== undefined;

/** Files that the fields of a template hold: their callers see them in the examples of its documentation. */
function defaultFiles(ctx: FilesContext, template: TemplateRow): Set<string> {
  const fields = new Set(template.inputs.map(({ nodeId, pinName }) => JSON.stringify([nodeId, pinName])));
  return new Set(
    templateGraph(ctx, template.id).nodes.flatMap((node) =>
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
export function refuseForeignFiles(
  ctx: FilesContext,
  template: TemplateRow,
  keyHash: string,
  inputs: Readonly<Record<string, RunInputValue>>,
): void {
  const named = Object.entries(inputs).flatMap(([fieldName, value]) => {
    const fileId = fileIdOf(value);
    return fileId === null ? [] : [{ fieldName, fileId }];
  });
  if (named.length === 0) return;
  const defaults = defaultFiles(ctx, template);
  for (const { fieldName, fileId } of named) {
    if (defaults.has(fileId) || cameBy(ctx, keyHash, fileId)) continue;
    throw Problem.of(
      'FILE_NOT_FOUND',
      `${fieldName}: This key has no file ${fileId}. Send the file with the call, as multipart/form-data, or name one that an earlier call with this key sent.`,
      { fieldName, fileId },
    );
  }
}
