import { inputArguments } from '#native/media/ffmpeg.ts';
import { isFileValue } from '../definition.ts';
import { defineNode } from '../define-node.ts';
import { readMediaInfo } from '../media/media-info.ts';
import { invalid, optional, video } from '../pins.ts';
import { makeClip, VIDEO_OUTPUT } from './clips.ts';

const FRAMES_PER_SECOND = 30;

export const videoConcatenate = defineNode({
  type: 'video/concatenate',
  title: 'Join videos',
  description:
    'Plays up to four videos one after the other. The first sets the picture size; others are fitted into it. Videos without sound are silent. Needs ffmpeg.',
  icon: 'between-vertical-end',
  runsPrograms: true,
  tags: ['append', 'sequence', 'merge', 'combine', 'concat'],
  inputs: {
    a: optional(video('First')),
    b: optional(video('Second')),
    c: optional(video('Third')),
    d: optional(video('Fourth')),
  },
  outputs: VIDEO_OUTPUT,
  async run({ a, b, c, d }, execution) {
    const files = [a, b, c, d].filter((file) => isFileValue(file));
    const [first] = files;
    if (first === undefined) throw invalid('There is no video to join. Plug in at least one.');
    const clips = await Promise.all(files.map((file) => readMediaInfo(execution, file)));
    const silent = clips.find(({ width }) => width === 0);
    if (silent !== undefined) throw invalid(`${silent.info.filename} has no picture. Choose a video.`);
    const [width, height] = [even(clips[0]?.width ?? 2), even(clips[0]?.height ?? 2)];

    const filters = clips.flatMap(({ seconds, info }, index) => [
      `[${index}:v:0]scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:-1:-1,setsar=1,fps=${FRAMES_PER_SECOND},format=yuv420p[v${index}]`,
      info.tracks.some(({ kind }) => kind === 'audio')
        ? `[${index}:a:0]aresample=48000,aformat=channel_layouts=stereo[a${index}]`
        : `anullsrc=channel_layout=stereo:sample_rate=48000,atrim=duration=${seconds}[a${index}]`,
    ]);
    const order = clips.map((_, index) => `[v${index}][a${index}]`).join('');
    const graph = [...filters, `${order}concat=n=${clips.length}:v=1:a=1[v][a]`].join(';');
    return {
      video: await makeClip(execution, {
        arguments: [
          ...files.flatMap((file) => inputArguments(execution.pathOf(file))),
          '-filter_complex',
          graph,
          '-map',
          '[v]',
          '-map',
          '[a]',
        ],
        seconds: clips.reduce((sum, { seconds }) => sum + seconds, 0),
        source: first.filename,
      }),
    };
  },
});

/** H.264 in its common form has sides of even numbers. */
function even(side: number): number {
  return Math.max(2, Math.round(side / 2) * 2);
}
