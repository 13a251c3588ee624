import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';

/** Films whose frames have their number burnt in and whose seconds begin with a beep, made and read back by the system's ffmpeg. */

const run = promisify(execFile);
const SIZE = { width: 320, height: 180 };
const BITS = 12;
const RATE = 48_000;
/** A beep is this much of the beginning of each second. */
const BEEP = 0.05;

/** Whether this computer has ffmpeg and ffprobe. */
export async function hasFfmpeg(): Promise<boolean> {
  return Promise.all([run('ffmpeg', ['-version']), run('ffprobe', ['-version'])]).then(
    () => true,
    () => false,
  );
}

function pictureOf(number: number): Buffer {
  const { width, height } = SIZE;
  const pixels = Buffer.alloc(width * height * 3, 96);
  for (let y = 0; y < height / 4; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const bit = BITS - 1 - Math.floor((x * BITS) / width);
      pixels.fill((number >> bit) & 1 ? 255 : 0, (y * width + x) * 3, (y * width + x) * 3 + 3);
    }
  }
  return pixels;
}

/** Writes an MP4 of 25 frames a second. @param first the number of its first frame */
export async function makeNumberedFilm(
  path: string,
  { seconds, first }: { seconds: number; first: number },
): Promise<void> {
  const sound = `aevalsrc='if(lt(mod(t,1),${BEEP}),0.5*sin(2*PI*1000*t),0)':s=${RATE}:d=${seconds}`;
  const ffmpeg = spawn(
    'ffmpeg',
    [
      [
        '-y',
        '-loglevel',
        'error',
        '-f',
        'rawvideo',
        '-pix_fmt',
        'rgb24',
        '-s',
        `${SIZE.width}x${SIZE.height}`,
      ],
      ['-r', '25', '-i', 'pipe:0', '-f', 'lavfi', '-i', sound],
      ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-g', '25', '-c:a', 'aac', '-shortest', path],
    ].flat(),
    { stdio: ['pipe', 'ignore', 'inherit'] },
  );
  const ended = new Promise<void>((resolve, reject) => {
    ffmpeg.once('error', reject);
    ffmpeg.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${code}.`))));
  });
  for (let frame = 0; frame < seconds * 25; frame += 1) ffmpeg.stdin.write(pictureOf(first + frame));
  ffmpeg.stdin.end();
  await ended;
}

export interface FilmFacts {
  numbers: number[];
  beeps: number[];
  /** As ffprobe says: codecs, size, seconds. */
  streams: { codec: string; width: number | null; height: number | null }[];
  seconds: number;
}

/** What is in a file of a film. */
export async function readNumberedFilm(path: string): Promise<FilmFacts> {
  const bytes = { encoding: 'buffer', maxBuffer: 1024 ** 3 } as const;
  const probe = ['-v', 'error', '-of', 'csv=p=0', '-show_entries'];
  const streams = await run('ffprobe', [...probe, 'stream=codec_name,width,height', path]);
  const format = await run('ffprobe', [...probe, 'format=duration', path]);
  const gray = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'gray',
    '-s',
    `${SIZE.width}x${SIZE.height}`,
    '-fps_mode',
    'passthrough',
  ];
  const pictures = (await run('ffmpeg', ['-v', 'error', '-i', path, ...gray, 'pipe:1'], bytes)).stdout;
  const samples = (
    await run(
      'ffmpeg',
      ['-v', 'error', '-i', path, '-ac', '1', '-ar', `${RATE}`, '-f', 's16le', 'pipe:1'],
      bytes,
    )
  ).stdout;
  const frameBytes = SIZE.width * SIZE.height;
  return {
    numbers: Array.from({ length: pictures.length / frameBytes }, (_, frame) =>
      numberIn(pictures, frame * frameBytes),
    ),
    beeps: beepsIn(samples),
    streams: streams.stdout
      .trim()
      .split('\n')
      .map((line) => {
        const [codec = '', width, height] = line.split(',');
        return { codec, width: width ? Number(width) : null, height: height ? Number(height) : null };
      }),
    seconds: Number(format.stdout.trim()),
  };
}

/** How alike two films are, frame by frame: PSNR of the color picture in dB, infinite where they are the same. */
export async function likenessOf(one: string, other: string): Promise<number[]> {
  const { stdout } = await run(
    'ffmpeg',
    [
      ['-v', 'error', '-i', one, '-i', other, '-filter_complex'],
      ['[0:v]format=rgb24[a];[1:v]format=rgb24[b];[a][b]psnr=stats_file=-', '-f', 'null', '-'],
    ].flat(),
    { maxBuffer: 64 * 1024 ** 2 },
  );
  return [...stdout.matchAll(/psnr_avg:(\S+)/g)].map(([, value]) =>
    value === 'inf' ? Infinity : Number(value),
  );
}

function numberIn(pixels: Buffer, start: number): number {
  let number = 0;
  for (let bit = 0; bit < BITS; bit += 1) {
    const x = Math.round(((bit + 0.5) * SIZE.width) / BITS);
    const y = Math.round(SIZE.height / 8);
    number = number * 2 + ((pixels[start + y * SIZE.width + x] ?? 0) > 127 ? 1 : 0);
  }
  return number;
}

function beepsIn(samples: Buffer): number[] {
  const found: number[] = [];
  let last = -Infinity;
  for (let at = 0; at < samples.length / 2; at += 1) {
    if (Math.abs(samples.readInt16LE(at * 2)) < 3000) continue;
    if (at - last > RATE / 10) found.push(at / RATE);
    last = at;
  }
  return found;
}
