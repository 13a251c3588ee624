import { BASE_SIZE, copied, encoded, line, WHOLE, X264 } from './base.ts';
import type { OddMedium } from './medium.ts';

const LATE_PICTURES = line('-itsoffset 0.52 -i BASE -i BASE -map 0:v -map 1:a -c copy');

/** Containers, clocks and tracks of many programs. */
export const CONTAINERS: readonly OddMedium[] = [
  { ...WHOLE, name: 'plain.mp4', contentType: 'video/mp4', make: copied('') },
  { ...WHOLE, name: 'stream.ts', contentType: 'video/mp2t', make: copied('-f mpegts') },
  {
    ...WHOLE,
    name: 'late.ts',
    contentType: 'video/mp2t',
    make: copied('-output_ts_offset 3600 -f mpegts'),
  },
  {
    ...WHOLE,
    name: 'wraps.ts',
    contentType: 'video/mp2t',
    // Its clock of 33 bits begins anew after a second.
    make: copied('-output_ts_offset 95441.3 -f mpegts'),
  },
  {
    ...WHOLE,
    name: 'late.m2ts',
    contentType: 'video/mp2t',
    make: encoded('-c:v copy -c:a ac3 -output_ts_offset 60 -mpegts_m2ts_mode 1 -f mpegts'),
    // AC-3 begins 256 samples late, and nothing in the stream says so. Browsers of the tests do not decode it.
    soundByProxy: true,
    beeps: [0.0053, 1.0053],
  },
  {
    ...WHOLE,
    name: 'fragmented.mp4',
    contentType: 'video/mp4',
    make: copied('-movflags frag_keyframe+empty_moov+default_base_moof'),
  },
  { ...WHOLE, name: 'first-at-21-ms.mkv', contentType: 'video/x-matroska', make: copied('') },
  {
    ...WHOLE,
    name: 'late.mkv',
    contentType: 'video/x-matroska',
    make: copied('-output_ts_offset 5'),
  },
  {
    ...WHOLE,
    name: 'first-at-7-ms.webm',
    contentType: 'video/webm',
    make: encoded('-c:v libvpx -deadline realtime -cpu-used 8 -crf 10 -b:v 2M -c:a libopus'),
    needs: ['libvpx', 'libopus'],
  },
  {
    ...WHOLE,
    name: 'without-duration.webm',
    contentType: 'video/webm',
    make: encoded('-c:v libvpx -deadline realtime -cpu-used 8 -crf 10 -b:v 2M -c:a libopus -live 1 -f webm'),
    needs: ['libvpx', 'libopus'],
  },
  {
    ...BASE_SIZE,
    name: 'edit-list.mp4',
    contentType: 'video/mp4',
    make: line('-ss 0.6 -i BASE -c copy'),
    seconds: 1.4,
    numbers: { 0: 15, 0.04: 16, 0.4: 25, 1.36: 49 },
    beeps: [0.4],
  },
  ...(
    [
      ['open-groups.mp4', 'video/mp4', ''],
      ['open-groups.mkv', 'video/x-matroska', ''],
      ['open-groups.ts', 'video/mp2t', '-f mpegts'],
    ] as const
  ).map(([name, contentType, format]) => ({
    ...WHOLE,
    name,
    contentType,
    // Frames before a key frame are decoded with its help and that of frames before it.
    make: encoded(
      `${X264} -x264opts open-gop=1:keyint=10:min-keyint=10:bframes=3:scenecut=0 -c:a copy ${format}`.trim(),
    ),
    numbers: { 0: 0, 0.36: 9, 0.4: 10, 0.76: 19, 1: 25, 1.56: 39, 1.96: 49 },
  })),
  ...(
    [
      ['late-sound.mp4', 'video/mp4'],
      ['late-sound.mkv', 'video/x-matroska'],
    ] as const
  ).map(([name, contentType]) => ({
    ...WHOLE,
    name,
    contentType,
    make: line('-i BASE -itsoffset 0.3 -i BASE -map 0:v -map 1:a -c copy'),
    seconds: 2.3,
    beeps: [0.3, 1.3],
  })),
  {
    ...WHOLE,
    name: 'late-pictures.mp4',
    contentType: 'video/mp4',
    make: LATE_PICTURES,
    seconds: 2.52,
    // Its first picture stands from the beginning.
    numbers: { 0: 0, 0.52: 0, 0.56: 1, 1.04: 13, 1.52: 25, 2.48: 49 },
  },
  {
    ...WHOLE,
    name: 'late-pictures.mkv',
    contentType: 'video/x-matroska',
    make: LATE_PICTURES,
    seconds: 2.54,
    // Nothing in the file says what the encoder put before the sound, which begins this medium.
    numbers: { 0: 0, 0.57: 0, 0.61: 1, 1.09: 13, 1.57: 25, 2.53: 49 },
    beeps: [0.0213, 1.0213],
  },
  {
    ...WHOLE,
    name: 'second-sound.mkv',
    contentType: 'video/x-matroska',
    // The first track is silent and not to be played.
    make: line(
      '-i BASE -f lavfi -t 2 -i anullsrc=r=48000:cl=mono -map 0:v -map 1:a -map 0:a -c copy -c:a:0 aac -disposition:a:0 0 -disposition:a:1 default',
    ),
  },
  {
    ...WHOLE,
    name: 'every-sound.mp4',
    contentType: 'video/mp4',
    // As recorders of screens write it: the mix, then single sources, all of them to be played.
    make: line(
      '-i BASE -f lavfi -t 2 -i anoisesrc=r=48000:a=0.8 -map 0:v -map 0:a -map 1:a -c copy -c:a:1 aac -b:a:1 256k -disposition:a:0 default -disposition:a:1 default',
    ),
  },
  {
    ...WHOLE,
    name: 'second-picture.mkv',
    contentType: 'video/x-matroska',
    make: line(
      '-f lavfi -t 2 -i color=red:s=96x54:r=25 -i BASE -map 0:v -map 1:v -map 1:a -c copy -c:v:0 libx264 -disposition:v:0 0 -disposition:v:1 default',
    ),
  },
  {
    ...WHOLE,
    name: 'mpeg4.avi',
    contentType: 'video/x-msvideo',
    make: encoded('-c:v mpeg4 -q:v 2 -c:a libmp3lame'),
    needs: ['libmp3lame'],
    byProxy: true,
    // Without a place for them AVI shows what the encoder put before pictures and sound.
    numbers: { 0: 0, 0.08: 1, 0.56: 13, 1.04: 25, 2: 49 },
    beeps: [0.023, 1.023],
  },
  {
    ...WHOLE,
    name: 'motion-jpeg.avi',
    contentType: 'video/x-msvideo',
    make: encoded('-c:v mjpeg -pix_fmt yuvj420p -q:v 2 -c:a pcm_s16le'),
    byProxy: true,
  },
  {
    ...WHOLE,
    name: 'prores.mov',
    contentType: 'video/quicktime',
    make: encoded('-c:v prores_ks -profile:v 2 -pix_fmt yuv422p10le -c:a pcm_s16le'),
    byProxy: true,
  },
  {
    ...WHOLE,
    name: 'silent.mp4',
    contentType: 'video/mp4',
    make: copied('-an'),
    beeps: undefined,
  },
];
