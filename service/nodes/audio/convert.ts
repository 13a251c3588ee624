import { join } from 'node:path';
import { inputArguments } from '#native/media/ffmpeg.ts';
import { defineNode } from '../define-node.ts';
import { withExtension } from '../image/pixels.ts';
import { importOutput, requireFfmpeg, runFfmpeg } from '../media/ffmpeg.ts';
import { audio, choice, invalid, number } from '../pins.ts';
import { AUDIO_OUTPUT, durationOf, readSound, saveSound, writeScratch } from './sounds.ts';

/** What is written, and how; without a rate it loses nothing. */
const FORMATS = {
  mp3: { extension: 'mp3', contentType: 'audio/mpeg', encoder: ['-c:a', 'libmp3lame'], hasRate: true },
  m4a: {
    extension: 'm4a',
    contentType: 'audio/mp4',
    encoder: ['-c:a', 'aac', '-movflags', '+faststart'],
    hasRate: true,
  },
  ogg: { extension: 'ogg', contentType: 'audio/ogg', encoder: ['-c:a', 'libopus'], hasRate: true },
  flac: { extension: 'flac', contentType: 'audio/flac', encoder: ['-c:a', 'flac'], hasRate: false },
  wav: { extension: 'wav', contentType: 'audio/wav', encoder: [], hasRate: false },
} as const;
type Format = keyof typeof FORMATS;

export const audioConvert = defineNode({
  type: 'audio/convert',
  title: 'Convert sound',
  description:
    'Saves a sound in another file format: MP3, M4A (AAC), Ogg (Opus), FLAC or WAV. FLAC and WAV lose nothing; of the others more kilobits sound better and take more space. Needs ffmpeg for all but WAV.',
  icon: 'file-output',
  runsPrograms: true,
  tags: ['format', 'mp3', 'm4a', 'aac', 'flac', 'ogg', 'opus', 'wav', 'compress', 'export'],
  inputs: {
    audio: audio('Audio'),
    format: choice('Format', Object.keys(FORMATS) as Format[], { default: 'mp3' }),
    kilobits: number('Kilobits a second', { min: 32, max: 512, step: 1, default: 192 }),
  },
  outputs: { ...AUDIO_OUTPUT, sizeBytes: { label: 'Size in bytes', type: 'number' } },
  async run({ audio, format, kilobits }, execution) {
    const sound = await readSound(execution, audio);
    if (format === 'wav') {
      const saved = await saveSound(execution, sound, audio.filename);
      return { audio: saved, sizeBytes: saved.sizeBytes };
    }
    const { extension, contentType, encoder, hasRate } = FORMATS[format];
    const path = join(await execution.scratch(), `sound.${extension}`);
    await runFfmpeg(execution, {
      program: await requireFfmpeg(),
      arguments: [
        ...(await inputArguments(await writeScratch(execution, sound))),
        '-map_metadata',
        '-1',
        ...encoder,
        ...(hasRate ? ['-b:a', `${kilobits}k`] : []),
        `file:${path}`,
      ],
      seconds: durationOf(sound),
      source: audio.filename,
    });
    const result = await importOutput(execution, path, withExtension(audio.filename, extension), contentType);
    if (result === null)
      throw invalid(`${audio.filename} could not be saved as ${format}. Choose another format.`);
    return { audio: result, sizeBytes: result.sizeBytes };
  },
});
