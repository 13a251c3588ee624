import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sharp } from '#native/testing/sharp.ts';
import { hasFfmpeg } from './numbered-film.ts';
import { once, smallPhotograph } from './photograph.ts';

/** Stills, moving pictures and sounds of the film that is photographed, made here and stored beside the photographs. */

const run = promisify(execFile);
const SIZE = { width: 1280, height: 720 };

/** What a shot looks like: a part of the landscape, its hue turned and its light changed. */
interface Shot {
  name: string;
  seconds: number;
  hue: number;
  light: number;
  left: number;
}

const SHOTS: readonly Shot[] = [
  { name: 'opening', seconds: 3, hue: 0, light: 1, left: 0 },
  { name: 'harbor-at-dusk', seconds: 5.5, hue: 18, light: 0.8, left: 300 },
  { name: 'nets', seconds: 2.25, hue: 150, light: 0.9, left: 480 },
  { name: 'market', seconds: 4, hue: 320, light: 1.15, left: 120 },
  { name: 'hands', seconds: 1.75, hue: 60, light: 0.7, left: 560 },
  { name: 'leaving', seconds: 3.5, hue: 200, light: 1.05, left: 240 },
  { name: 'open-sea', seconds: 6, hue: 175, light: 0.95, left: 420 },
  { name: 'titles', seconds: 4, hue: 240, light: 0.35, left: 60 },
];

const SOUNDS: readonly (readonly [name: string, seconds: number, source: string])[] = [
  ['waves', 14, "anoisesrc=c=brown:a=0.6,volume='0.35+0.3*sin(2*PI*t/5)':eval=frame"],
  ['gulls', 9, "aevalsrc='0.4*sin(2*PI*(900+300*sin(9*t))*t)*gt(sin(2*PI*t/1.7),0.6)'"],
  [
    'accordion',
    21.5,
    "aevalsrc='0.2*(sin(2*PI*220*t)+sin(2*PI*277*t)+sin(2*PI*330*t))*(0.6+0.4*sin(2*PI*t/3))'",
  ],
];

const still = (shot: Shot) =>
  once(`film-${shot.name}.jpg`, async (target) =>
    sharp(await smallPhotograph())
      .extract({ left: shot.left, top: 120, width: 704, height: 396 })
      .resize(SIZE.width, SIZE.height)
      .modulate({ hue: shot.hue, brightness: shot.light })
      .jpeg({ quality: 88 })
      .toFile(target),
  );

const film = (shot: Shot, picture: string) =>
  once(`film-${shot.name}.mp4`, (target) =>
    run(
      'ffmpeg',
      [
        ['-y', '-loglevel', 'error', '-loop', '1', '-framerate', '25', '-i', picture],
        ['-vf', `zoompan=z='1+0.0015*on':d=1:s=${SIZE.width}x${SIZE.height}:fps=25`],
        ['-t', String(shot.seconds + 1), '-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p'],
        ['-f', 'mp4', target],
      ].flat(),
    ),
  );

const sound = (name: string, seconds: number, source: string) =>
  once(`film-${name}.wav`, (target) =>
    run(
      'ffmpeg',
      [
        ['-y', '-loglevel', 'error', '-f', 'lavfi', '-i', source],
        ['-t', String(seconds), '-ar', '48000', '-f', 'wav', target],
      ].flat(),
    ),
  );

/** @returns the paths of stills, and where there is ffmpeg of moving pictures and sounds, named as the film names them. */
export async function filmMedia(): Promise<string[]> {
  const stills = await Promise.all(SHOTS.map(still));
  if (!(await hasFfmpeg())) return stills;
  const films: string[] = [];
  for (const [index, shot] of SHOTS.entries()) films.push(await film(shot, stills[index]!));
  for (const [name, seconds, source] of SOUNDS) films.push(await sound(name, seconds, source));
  return [...stills, ...films];
}

const WORDS: readonly (readonly [name: string, words: string])[] = [
  ['Opening', 'The harbor from above, before the first light. A gull crosses the frame.'],
  ['Harbor at dusk', 'Boats come in one by one. We hear them before we see them.'],
  ['Nets', 'Close on nets, wet, still moving.'],
  ['Market', 'Crates, prices, voices. The camera stays at the height of the table.'],
  ['Hands', 'Hands count coins.'],
  ['Leaving', 'The smallest boat turns around.'],
  ['Open sea', 'Nothing but water. Hold until it is uncomfortable.'],
  ['Titles', ''],
];

/** The storyboard of the film: two scenes, a picture a shot, one shot with words alone. */
export const filmStoryboard = () => ({
  serviceType: 'storyboard' as const,
  name: 'Harbor film',
  version: 1 as const,
  settings: { aspectRatio: '16:9', defaultFrameDuration: 3 },
  sequences: [
    {
      id: 'scene-1',
      name: 'Evening',
      description: 'The harbor, late autumn, wind from the sea.',
      from: 0,
      to: 4,
    },
    { id: 'scene-2', name: 'Night', description: 'The same harbor, emptying.', from: 4, to: 8 },
  ].map(({ from, to, ...scene }) => ({
    ...scene,
    shots: SHOTS.slice(from, to).map((shot, index) => {
      const [name, description] = WORDS[from + index]!;
      return {
        id: `shot-${shot.name}`,
        name,
        description,
        durationSeconds: shot.seconds,
        transition: shot.name === 'leaving' ? 'dissolve' : 'cut',
        panels:
          shot.name === 'hands'
            ? []
            : [{ id: `panel-${shot.name}`, media: { filename: `film-${shot.name}.jpg` } }],
      };
    }),
  })),
});
