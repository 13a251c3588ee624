import type { FileValue, NodeExecution } from '../definition.ts';
import { NodeFailure } from '../definition.ts';
import { presentValues } from '../list/list-values.ts';
import type { ListInput } from '../pins.ts';
import { MAX_REFERENCES } from './library/library-picture.ts';

/** A picture that goes to a provider, at most: more is refused by all of them. */
const REFERENCE_BYTES = 32 * 1024 * 1024;

/** The bytes of one picture. @throws NodeFailure for one that is too large */
export const readPicture = (execution: NodeExecution, file: FileValue): Promise<Uint8Array> =>
  execution.readFile(file, REFERENCE_BYTES);

/** The bytes of pictures that go along with a request. @throws NodeFailure for too many or too large ones */
export async function readReferences(
  execution: NodeExecution,
  references: ListInput<FileValue> | undefined,
): Promise<Uint8Array[]> {
  if (references === undefined) return [];
  const files = await presentValues(execution, references);
  if (files.length > MAX_REFERENCES)
    throw new NodeFailure(
      'INPUT_INVALID',
      `${references.label} has ${files.length} pictures; at most ${MAX_REFERENCES} go with one request.`,
    );
  return await Promise.all(files.map((file) => execution.readFile(file, REFERENCE_BYTES)));
}
