import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VideoReader } from '#shared/film/video-reader.ts';
import type { MadeMedium, OddMedium } from '#shared/testing/odd-media.ts';
import type { ChildTask } from '../child/program.ts';
import { loadCanvas, type NativeContext } from '../decoders/canvas.ts';
import { frameAt } from '../film/frame-at.ts';
import { openMedium } from '../film/open-medium.ts';
import { canvasOf, MAX_PIXELS } from '../film/pictures.ts';
import { describeMedium } from '../media/describe/describe-medium.ts';
import { mediaProxy } from '../media/media-proxy.ts';
import { srgbPicture } from '../pictures/srgb-picture.ts';
import { readPictureColor } from '../decoders/read-picture-color.ts';
import type { Json } from '../protocol.ts';

/** What films and nodes draw of a medium, for the monitor to be held to. */

interface Making {
  /** ffmpeg. */
  program: string;
  /** For what is made on the way. */
  folder: string;
}

/** RGBA on black, row after row, in the size that the medium is shown in. */
export interface ReferenceFrame {
  /** Seconds. */
  time: number;
  film: Buffer;
  /** Of the node Frame of video; null for pictures, which it does not take. */
  node: Buffer | null;
}

const { signal } = new AbortController();
const MAX_TIMES = 2;

/** Two moments of it: the beginning, and one far in. */
export function timesOf({ numbers = { 0: 0 } }: OddMedium): number[] {
  const times = Object.keys(numbers).map(Number);
  return times.length > MAX_TIMES ? [times[0] ?? 0, times[times.length - 2] ?? 0] : times;
}

/** Frames of a file as a film draws them and as Frame of video takes them out. */
export async function referenceFrames(
  path: string,
  medium: OddMedium,
  making: Making,
): Promise<ReferenceFrame[]> {
  const frames: ReferenceFrame[] = [];
  for (const frame of await filmFrames(path, medium, making)) {
    const node = medium.type === 'image' ? null : await nodeFrame(path, medium, frame.time, making);
    frames.push({ ...frame, node });
  }
  return frames;
}

/** Frames of a file as a film draws them. @param times in seconds */
export async function filmFrames(
  path: string,
  medium: OddMedium,
  making: Making,
  times: readonly number[] = timesOf(medium),
): Promise<Pick<ReferenceFrame, 'time' | 'film'>[]> {
  const opening = { ...making, signal };
  const open = await openMedium(path, medium.type === 'image' ? 'picture' : 'timed', opening);
  const { framesFrom, image } = open;
  if (image) {
    open.close();
    const film = onBlack(medium, (context) => image.draw(context, 0, 0, medium.width, medium.height));
    return times.map((time) => ({ time, film }));
  }
  if (!framesFrom) throw new Error('It has no frames.');
  const reader = new VideoReader((time: number) => framesFrom(time));
  const frames: Pick<ReferenceFrame, 'time' | 'film'>[] = [];
  for (const time of times) {
    const frame = await reader.frameAt(time);
    if (!frame) throw new Error('It has no frame.');
    frames.push({
      time,
      film: onBlack(medium, (context) => frame.draw(context, 0, 0, medium.width, medium.height)),
    });
  }
  await reader.close();
  open.close();
  return frames;
}

async function nodeFrame(path: string, size: OddMedium, time: number, making: Making): Promise<Buffer> {
  const described = await describeMedium(path, { program: making.program, signal });
  const { video } = described;
  const frame = video && (await frameAt(path, { video, medium: described, time }, { ...making, signal }));
  if (!frame) throw new Error('It has no frame.');
  const drawn = canvasOf(frame.pixels, video.width, video.height);
  return onBlack(size, (context) => context.drawImage(drawn, 0, 0, size.width, size.height));
}

function onBlack(
  { width, height }: { width: number; height: number },
  draw: (context: NativeContext) => void,
): Buffer {
  const context = loadCanvas().createCanvas(width, height).getContext('2d');
  context.fillRect(0, 0, width, height);
  draw(context);
  return Buffer.from(context.getImageData(0, 0, width, height).data);
}

/** Runs a task of a native child on a file. @returns what it says, and the folder that it wrote into */
async function runTask(
  path: string,
  { name }: MadeMedium,
  { folder }: Making,
  { input, run }: { input: Json; run: (task: ChildTask) => Promise<Json> },
): Promise<{ value: Json; outFolder: string }> {
  const [inFolder, outFolder] = [join(folder, `${name}-in`), join(folder, `${name}-out`)];
  await mkdir(inFolder, { recursive: true });
  await mkdir(outFolder, { recursive: true });
  await copyFile(path, join(inFolder, 'original'));
  const task: ChildTask = {
    id: 1,
    input,
    inFolder,
    outFolder,
    signal,
    progress: () => undefined,
    log: () => undefined,
    withTimeout: (_milliseconds, work) => work(),
  };
  return { value: await run(task), outFolder };
}

/** A picture as pages are given it: in sRGB where it names other colors, else as it is. */
export async function displayedPicture(
  path: string,
  medium: MadeMedium,
  making: Making,
): Promise<{ bytes: Buffer; contentType: string }> {
  const color = await readPictureColor(path);
  if (color === null || color.isAnimated === true)
    return { bytes: await readFile(path), contentType: medium.contentType };
  const input = { maxPixels: MAX_PIXELS };
  const { outFolder } = await runTask(path, medium, making, { input, run: srgbPicture });
  return { bytes: await readFile(join(outFolder, 'picture')), contentType: 'image/png' };
}

/** The file that the monitor plays of a medium that browsers do not decode. */
export async function proxyOf(
  path: string,
  medium: OddMedium,
  making: Making,
): Promise<{ bytes: Buffer; contentType: string }> {
  const input = { seconds: medium.seconds, isSound: false };
  const { value, outFolder } = await runTask(path, medium, making, { input, run: mediaProxy });
  const { contentType } = value as { contentType: string };
  return { bytes: await readFile(join(outFolder, 'proxy')), contentType };
}
