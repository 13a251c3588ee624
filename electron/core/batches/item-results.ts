import type { BatchItem, BatchOutput } from '#shared/desk/index.ts';
import type { RunReader, RunResult, RunResultOutput } from '../runs/run-reader.ts';
import type { StoredItem } from './item-rows.ts';

/** Characters of a value that a list of items says; the run has the rest. */
const MAX_TEXT = 16 * 1024;
/** Of all values of an item together. */
const MAX_TEXTS = 256 * 1024;

/** An item as pages see it: with what its run made and took, as the gallery and the list of runs have it. */
export function withResult(
  { submittedAt: _submittedAt, alreadyPaid: _alreadyPaid, ...item }: StoredItem,
  connectionId: string,
  { resultOf }: Pick<RunReader, 'resultOf'>,
): BatchItem {
  if (item.runId === null || item.state === 'submitted') {
    return { ...item, outputs: [], microcredits: null, executionTimeMs: null };
  }
  const { outputs, ...rest } = resultOf(connectionId, item.runId);
  return { ...item, ...rest, outputs: shortOutputs(outputs) };
}

/** The whole of a value, as it is saved; null where it is not kept on this computer. */
export function storedText(result: RunResult, key: string): string | null {
  const value = result.outputs.find((output) => output.key === key)?.value;
  if (value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** The text of a value that is kept whole; undefined of all others. */
function textOfOutput({ value }: RunResultOutput): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Outputs as a list shows them; the texts of those that are too long together are left out. */
function shortOutputs(outputs: readonly RunResultOutput[]): BatchOutput[] {
  let length = 0;
  return outputs.map((output) => {
    const short = shortOutput(output);
    length += short.text?.length ?? 0;
    return length <= MAX_TEXTS || short.text === undefined ? short : { ...short, text: '', isCut: true };
  });
}

function shortOutput(output: RunResultOutput): BatchOutput {
  const { key, kind: type, fileId, filename, contentType, sizeBytes, excerpt } = output;
  if (fileId !== null) {
    return {
      key,
      type,
      fileId,
      ...(filename === null ? {} : { filename }),
      ...(contentType === null ? {} : { contentType }),
      ...(sizeBytes === null ? {} : { sizeBytes }),
    };
  }
  const complete = textOfOutput(output);
  const text = complete ?? excerpt ?? '';
  const isCut = complete === undefined || text.length > MAX_TEXT;
  return { key, type, text: text.slice(0, MAX_TEXT), ...(isCut ? { isCut } : {}) };
}
