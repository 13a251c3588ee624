import { createHash } from 'node:crypto';
import { entryAt, type RunOutputEntry } from '#service/engine/run-rows.ts';
import type { Database } from '#service/storage/database.ts';
import { findBlob, findRunOutputs, type RegisterOutput } from './register-rows.ts';

/** Which outputs are one with others: those of a project with the same file, to the byte, or the same value of the same output. */

const hashOf = (...texts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('base64url');

/** What a value is known by, as the desktop process knows it. */
const hashOfValue = (key: string, value: unknown): string =>
  createHash('sha256')
    .update(`${key}\n${JSON.stringify(value) ?? 'null'}`)
    .digest('base64url');

/**
 * Finds outputs of an account by the names that the API gives them, within one transaction.
 * @returns the function; it gives null where the account has no such run.
 */
export function outputFinder(db: Database, accountId: string) {
  const runs = new Map<string, Promise<RunOutputs | null>>();

  async function readRun(runId: string): Promise<RunOutputs | null> {
    const row = await findRunOutputs(db, accountId, runId);
    if (row === null) return null;
    return {
      projectId: row.projectId,
      outputs: JSON.parse(row.outputs) as Record<string, RunOutputEntry>,
    };
  }

  async function contentOf(runId: string, key: string, entry: RunOutputEntry | undefined): Promise<string> {
    const output = entry?.output;
    if (output === undefined) return hashOf(runId, key);
    if (!('fileId' in output)) return hashOfValue(key, output.value);
    return (await findBlob(db, accountId, output.fileId)) ?? output.fileId;
  }

  return async function find({ runId, key }: { runId: string; key: string }): Promise<RegisterOutput | null> {
    let reading = runs.get(runId);
    if (reading === undefined) runs.set(runId, (reading = readRun(runId)));
    const found = await reading;
    if (found === null) return null;
    const { projectId, outputs } = found;
    const entry = entryAt(outputs, key) ?? undefined;
    const content = await contentOf(runId, key, entry);
    return { hash: hashOf(projectId ?? '', content), runId, key, projectId, content };
  };
}

interface RunOutputs {
  projectId: string | null;
  outputs: Record<string, RunOutputEntry>;
}
