import type { NativePool } from '#native/pool/native-pool.ts';
import type { NodeDefinition } from '#service/nodes/definition.ts';
import type { Thumbnail } from '#service/nodes/thumbnails.ts';
import { DRAW_NODE_TYPE } from './node-task.ts';

const TIME_LIMIT_MS = 60_000;
const MAX_BYTES = 4 * 1024 * 1024;

/** Has the picture of a node type drawn in a native child. @throws Error when it cannot be drawn. */
export async function drawNodeType(native: NativePool, { type }: NodeDefinition): Promise<Thumbnail> {
  const { result } = native.run<Uint8Array>({
    name: DRAW_NODE_TYPE,
    input: { nodeType: type },
    kind: 'decoder',
    lane: 'pictures',
    timeLimitMs: TIME_LIMIT_MS,
    // The service's own picture: a child lost over it was ended by something else.
    fingerprint: null,
    async collect(_value, folder) {
      const { file } = await folder.openOutput('picture', MAX_BYTES);
      try {
        return await file.readFile();
      } finally {
        await file.close();
      }
    },
  });
  const rendered = await result;
  if (rendered.kind === 'succeeded') return { bytes: rendered.value, contentType: 'image/webp' };
  throw new Error(`The picture of ${type} could not be drawn (${rendered.kind}).`);
}
