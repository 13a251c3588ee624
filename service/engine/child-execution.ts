import { writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TaskFailure, type ChildTask } from '#native/child/program.ts';
import type { Json } from '#native/protocol.ts';
import {
  filesIn,
  type FileValue,
  type NodeDefinition,
  type NodeExecution,
  type NodeValue,
} from '#service/nodes/definition.ts';
import type { DefinitionLoader } from '#service/nodes/load-definition.ts';
import { inputsAtScale } from '#service/nodes/preview-size.ts';
import { shrinkPictures } from '#service/nodes/shrink-pictures.ts';
import { assertReadable, failureOf, fileNotOwned, READ_LIMIT, unknownNodeType } from './node-failure.ts';
import { pendingBlob, pendingName, type NodeTaskInput, type NodeTaskResult } from './node-task.ts';

const SYNC_WRITE_BYTES = 1024 * 1024;

/** Executes one node in a native child: it sees the files of its task and nothing else. @throws TaskFailure */
export async function executeNode(loadDefinition: DefinitionLoader, task: ChildTask): Promise<Json> {
  const { nodeType, inputs, scale } = task.input as unknown as NodeTaskInput;
  const definition = await loadDefinition(nodeType);
  if (definition === undefined) {
    const { code, message } = unknownNodeType(nodeType);
    throw new TaskFailure(code, message);
  }
  const fileBlobs = new Set<string>();
  try {
    const outputs = await executeAt(scale, definition, executionIn(task, inputs, fileBlobs));
    for (const file of Object.values(inputs).flatMap(filesIn)) fileBlobs.add(file.blob);
    for (const file of Object.values(outputs).flatMap(filesIn))
      if (!fileBlobs.has(file.blob)) throw fileNotOwned();
    return { outputs } satisfies NodeTaskResult as unknown as Json;
  } catch (error) {
    const { code, message, defect } = failureOf(definition, error);
    throw new TaskFailure(code, message, defect);
  }
}

/** Executes a node at full size, or with all that is measured in pixels smaller by a factor. */
async function executeAt(
  scale: number | undefined,
  definition: NodeDefinition,
  execution: NodeExecution,
): Promise<Record<string, NodeValue>> {
  if (scale === undefined) return definition.execute(execution);
  const smaller: NodeExecution = {
    ...execution,
    inputs: inputsAtScale(definition, execution.inputs, scale),
    isPreview: true,
  };
  const outputs = await definition.execute(smaller);
  return definition.preview?.shrinks === true && scale < 1
    ? shrinkPictures(smaller, outputs, scale)
    : outputs;
}

function executionIn(
  { inFolder, outFolder, signal, progress, log, withTimeout }: ChildTask,
  inputs: Record<string, NodeValue>,
  fileBlobs: Set<string>,
): NodeExecution {
  let scratch: Promise<string> | null = null;
  const pathOf = (file: FileValue): string => {
    const name = pendingName(file.blob);
    return name === null ? join(inFolder, file.blob) : join(outFolder, name);
  };
  return {
    inputs,
    signal,
    progress: (fraction, message) =>
      progress(Number.isFinite(fraction) ? Math.min(1, Math.max(0, fraction)) : 0, message),
    log,
    withTimeout,
    async readFile(file, limitBytes = READ_LIMIT) {
      signal.throwIfAborted();
      assertReadable(file, limitBytes);
      return readFile(pathOf(file), { signal });
    },
    pathOf,
    async writeFile(bytes, filename, contentType) {
      const name = `file-${fileBlobs.size + 1}`;
      const blob = pendingBlob(name);
      fileBlobs.add(blob);
      // Nothing else waits in this process: for a small file a thread would take longer than the writing.
      if (bytes.byteLength <= SYNC_WRITE_BYTES) {
        signal.throwIfAborted();
        writeFileSync(join(outFolder, name), bytes);
      } else await writeFile(join(outFolder, name), bytes, { signal });
      return { kind: 'file', blob, filename, contentType, sizeBytes: bytes.byteLength };
    },
    async storeFile(path, filename, contentType) {
      signal.throwIfAborted();
      const name = `file-${fileBlobs.size + 1}`;
      const blob = pendingBlob(name);
      fileBlobs.add(blob);
      const { size } = await stat(path);
      await rename(path, join(outFolder, name));
      return { kind: 'file', blob, filename, contentType, sizeBytes: size };
    },
    scratch: () => (scratch ??= mkdtemp(join(outFolder, 'scratch-'))),
  };
}
