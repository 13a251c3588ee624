import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Videos and sounds for tests. */

/** A video that is red, then blue, 160 by 90 pixels at 10 frames a second. @param program ffmpeg */
export function redThenBlue(program: string, seconds = 2): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-video-'));
  try {
    const path = join(folder, 'film.mp4');
    const half = (color: string) => ['-f', 'lavfi', '-i', `color=${color}:s=160x90:r=10:d=${seconds / 2}`];
    execFileSync(program, [
      '-loglevel',
      'error',
      ...half('red'),
      ...half('blue'),
      '-filter_complex',
      'concat=n=2:v=1',
      '-c:v',
      'mpeg4',
      '-q:v',
      '2',
      '-y',
      path,
    ]);
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A WAV of one channel and 8,000 samples a second. @param sampleAt from -1 to 1, by its time in seconds */
export function wavOf(seconds: number, sampleAt: (time: number) => number): Buffer {
  const rate = 8000;
  const samples = Math.round(seconds * rate);
  const wav = Buffer.alloc(44 + samples * 2);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(36 + samples * 2, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(samples * 2, 40);
  for (let index = 0; index < samples; index += 1) {
    wav.writeInt16LE(Math.round(sampleAt(index / rate) * 32_000), 44 + index * 2);
  }
  return wav;
}
