import { runGraphTask, type GraphDrawing } from '#native/pictures/graph-task.ts';
import type { NativePool } from '#native/pool/native-pool.ts';
import { DeskError } from '../desk-error.ts';

/** @returns a WebP. @throws DeskError where the child that draws was lost, the reason of the signal where nobody waits any more */
export async function drawGraph(
  pool: NativePool,
  drawing: GraphDrawing,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { result, cancel } = runGraphTask(pool, drawing);
  signal.addEventListener('abort', cancel);
  try {
    const output = await result;
    signal.throwIfAborted();
    if (output.kind === 'succeeded') return output.value;
    throw new DeskError('INVALID_REQUEST', 'The graph could not be drawn. Read it as text, or try again.');
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
