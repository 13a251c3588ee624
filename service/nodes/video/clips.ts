import { join } from 'node:path';
import { NodeFailure, type FileValue, type NodeExecution } from '../definition.ts';
import { withExtension } from '../image/pixels.ts';
import { requireFfmpeg, runFfmpeg, importOutput, videoEncoder } from '../media/ffmpeg.ts';

export const VIDEO_OUTPUT = { video: { label: 'Video', type: 'video' } } as const;

const SOUND_ENCODER = ['-c:a', 'aac', '-b:a', '192k'] as const;

interface Clip {
  /** ffmpeg's arguments up to its output: inputs, filters, maps. */
  arguments: readonly string[];
  seconds: number;
  /** The file that the result is named after. */
  source: string;
}

/** Makes an MP4 video with ffmpeg and stores it. */
export async function makeClip(execution: NodeExecution, clip: Clip): Promise<FileValue> {
  const program = await requireFfmpeg();
  const path = join(await execution.scratch(), 'clip.mp4');
  const encoder = await videoEncoder(program);
  await runFfmpeg(execution, {
    program,
    arguments: [...clip.arguments, ...encoder, ...SOUND_ENCODER, `file:${path}`],
    seconds: clip.seconds,
    source: clip.source,
  });
  const imported = await importOutput(execution, path, withExtension(clip.source, 'mp4'), 'video/mp4');
  if (imported !== null) return imported;
  throw new NodeFailure(
    'MEDIA_FAILED',
    `ffmpeg made nothing of ${clip.source}. Choose another part of it, or another file.`,
  );
}
