import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharp } from '#native/testing/sharp.ts';
import { afterAll } from 'vitest';
import { isFileValue, type FileValue, type NodeDefinition, type NodeValue } from '../definition.ts';
import { createFolderExecutions, type FolderExecutions } from '../folder-execution.ts';

export interface NodeBench extends FolderExecutions {
  /** Runs a node on real files and gives its outputs. */
  run(
    definition: NodeDefinition,
    inputs?: Record<string, NodeValue | undefined>,
    signal?: AbortSignal,
  ): Promise<Record<string, NodeValue>>;
  /** Progress of the last run, in order. */
  progress: number[];
  /** Stores a PNG of the given pixels: each row a list of hex colors (`#rrggbb` or `#rrggbbaa`). */
  picture(rows: readonly (readonly string[])[], filename?: string): Promise<FileValue>;
  /** Stores a PNG of one color. */
  solid(width: number, height: number, color: string, filename?: string): Promise<FileValue>;
  look(value: NodeValue | undefined): Promise<Look>;
}

/** An image file, decoded. */
export interface Look {
  file: FileValue;
  width: number;
  height: number;
  channels: number;
  format: string;
  /** `#rrggbb`, or `#rrggbbaa` where it is not opaque. */
  at(x: number, y: number): string;
  /** Whether no channel there is off by more than `tolerance` (default 3) of 255. */
  near(x: number, y: number, color: string, tolerance?: number): boolean;
}

/**
 * A bench for the tests of one file, in a temporary folder of its own that goes when they are done. Files lie there by
 * content, so no test sees another's.
 */
export function useNodeBench(): NodeBench {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-node-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const executions = createFolderExecutions(folder);
  const progress: number[] = [];
  return {
    ...executions,
    progress,
    async run(definition, inputs = {}, signal) {
      progress.length = 0;
      return definition.execute(
        executions.execution(inputs, { signal, onProgress: (fraction) => progress.push(fraction) }),
      );
    },
    async picture(rows, filename = 'pixels.png') {
      const data = Buffer.concat(
        rows.flat().map((color) => Buffer.from(color.slice(1).padEnd(8, 'f'), 'hex')),
      );
      const raw = { width: rows[0]?.length ?? 0, height: rows.length, channels: 4 as const };
      return executions.store(await sharp(data, { raw }).png().toBuffer(), filename, 'image/png');
    },
    async solid(width, height, color, filename = 'solid.png') {
      const made = sharp({
        create: { width, height, channels: color.length > 7 ? 4 : 3, background: color },
      });
      return executions.store(await made.png().toBuffer(), filename, 'image/png');
    },
    async look(value) {
      if (!isFileValue(value)) throw new Error('This output is no file.');
      const { format, channels } = await sharp(executions.pathOf(value)).metadata();
      const { data, info } = await sharp(executions.pathOf(value))
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return {
        file: value,
        width: info.width,
        height: info.height,
        channels: channels ?? 0,
        format: format ?? '',
        near(x, y, color, tolerance = 3) {
          const expected = Buffer.from(color.slice(1).padEnd(8, 'f'), 'hex');
          const start = (y * info.width + x) * 4;
          return expected.every(
            (channel, index) => Math.abs(channel - (data[start + index] ?? 0)) <= tolerance,
          );
        },
        at(x, y) {
          const hex = data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4).toString('hex');
          return `#${hex.endsWith('ff') ? hex.slice(0, 6) : hex}`;
        },
      };
    },
  };
}
