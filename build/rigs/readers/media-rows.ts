import { deflateSync } from 'node:zlib';
import { unpack } from '#native/decoders/unpack.ts';
import { readStartTimecode, textTimecode } from '#native/media/describe/start-timecode.ts';
import { readFfmpegWords } from '#native/media/describe/ffmpeg-words.ts';
import { exifDensity } from '#service/nodes/image/exif-density.ts';
import { frameLengths } from '#shared/film/animation.ts';
import { avcParameters } from '#shared/film/avc-parameters.ts';
import type { ReadBytes } from '#shared/film/bytes.ts';
import { namesExternalMedia } from '#shared/film/external-media.ts';
import { unusedHdr } from '#shared/film/hdr-notes.ts';
import { matroskaCrop } from '#shared/film/matroska-crop.ts';
import { id3Length, mp3Delay } from '#shared/film/mp3-delay.ts';
import { pictureColor } from '#shared/film/picture-color.ts';
import { countSoundTracks } from '#shared/film/sound-tracks.ts';
import { unreadablePicture } from '#shared/film/unreadable-picture.ts';
import { DamagedFile, findSettings, planSavedFile, type RandomBytes } from '#shared/saved-settings/index.ts';
import {
  AVC,
  AVIF,
  EXIF,
  GIF,
  JPEG,
  letters,
  MATROSKA,
  MOVIE,
  MOVING_PNG,
  MP3,
  MXF,
  PNG_IN_NUMBERS,
  WEBP,
} from './media-files.ts';
import { bytesOf, onDisk, type ReaderRow } from './reader-row.ts';

/** Readers of headers of pictures, videos and sounds: what they do not know is nothing, and never an error. */

const headers = (file: readonly number[], read: (read: ReadBytes) => Promise<unknown>): ReaderRow => ({
  smallest: Uint8Array.from(file),
  read: async (bytes) => ({
    answer: await read(async (at, length) => bytes.subarray(at, at + length)),
  }),
});

const fileRow = (file: readonly number[], read: (bytes: Uint8Array) => unknown): ReaderRow => ({
  smallest: Uint8Array.from(file),
  read: (bytes) => ({ answer: read(bytes) }),
});

const randomOf = (bytes: Uint8Array): RandomBytes => ({
  size: bytes.length,
  read: async (from, length) => bytes.subarray(from, from + length),
});

/** A picture with the settings that made it inside. */
const withSettings = (picture: readonly number[]): ReaderRow => ({
  async smallest() {
    const bytes = deflateSync('{}');
    const original = Uint8Array.from(picture);
    const plan = await planSavedFile(randomOf(original), {
      settings: { bytes, base64: bytes.toString('base64') },
    });
    return Buffer.concat(
      (plan ?? []).map((part) => ('from' in part ? original.subarray(part.from, part.to) : part)),
    );
  },
  async read(bytes) {
    try {
      return { answer: await findSettings(randomOf(bytes)) };
    } catch (error) {
      if (error instanceof DamagedFile) return { problem: error.message };
      throw error;
    }
  },
});

export const mediaRows: Readonly<Record<string, ReaderRow>> = {
  'references of a movie': headers(MOVIE, (read) => namesExternalMedia(read)),
  'references of an MXF': headers(MXF, (read) => namesExternalMedia(read)),
  'crop of Matroska': headers(MATROSKA, (read) => matroskaCrop(read, 1)),
  'colors of a PNG': headers(PNG_IN_NUMBERS, (read) => pictureColor(read, unpack)),
  'colors of a moving PNG': headers(MOVING_PNG, (read) => pictureColor(read, unpack)),
  'colors of an AVIF': headers(AVIF, (read) => pictureColor(read, unpack)),
  'gain map of a JPEG': headers(JPEG, unusedHdr),
  'gain map of an AVIF': headers(AVIF, unusedHdr),
  'tracks of sound of a movie': headers(MOVIE, countSoundTracks),
  'tracks of sound of Matroska': headers(MATROSKA, countSoundTracks),
  'frames of a GIF': fileRow(GIF, frameLengths),
  'frames of a WebP': fileRow(WEBP, frameLengths),
  'frames of a PNG': fileRow(MOVING_PNG, frameLengths),
  'delay of an MP3': fileRow(MP3, (bytes) => mp3Delay(bytes.subarray(id3Length(bytes)))),
  'parameters of H.264': fileRow(AVC, (bytes) => avcParameters(bytes, bytes)),
  'parameters in a stream of H.264': fileRow([0, 0, 0, 1, ...AVC.slice(8)], (bytes) =>
    avcParameters(null, bytes),
  ),
  'density in EXIF': fileRow(EXIF, (bytes) => exifDensity(Buffer.from(bytes))),
  'head of a picture that nothing reads': fileRow(
    [0, 0, 0, 24, ...letters('ftypheic'), 0, 0, 0, 0, ...letters('mif1heic')],
    unreadablePicture,
  ),
  'settings inside a PNG': withSettings(MOVING_PNG),
  'settings inside a JPEG': withSettings(JPEG),
  'settings inside a WebP': withSettings(WEBP),
  'timecode of a movie': {
    smallest: Uint8Array.from(MOVIE),
    read: (bytes) => onDisk(bytes, 'a.mov', async (path) => ({ answer: await readStartTimecode(path) })),
  },
  'timecode as text': {
    smallest: bytesOf('01:00:00;10'),
    read: (bytes) => ({ answer: textTimecode(new TextDecoder().decode(bytes), 29.97) }),
  },
  'what ffmpeg says': {
    smallest: bytesOf(
      "Input #0, matroska,webm, from 'a':\n  Metadata:\n    timecode        : 01:00:00:00\n" +
        '  Duration: 00:00:02.00, start: 0.021000, bitrate: 9 kb/s\n' +
        '  Stream #0:0: Video: h264 (High), yuv420p(tv, bt709, top first), 192x108 [SAR 4:3 DAR 64:27], 25 fps, 25 tbr\n' +
        '      displaymatrix: rotation of -90.00 degrees\n' +
        '  Stream #0:1: Audio: aac (LC), 48000 Hz, 5.1, fltp\n',
    ),
    read: (bytes) => ({ answer: readFfmpegWords(new TextDecoder().decode(bytes)) }),
  },
};
