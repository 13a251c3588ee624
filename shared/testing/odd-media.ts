/**
 * Media as cameras, phones, recorders and other programs write them, as arguments of ffmpeg, with what is to be seen and heard of
 * them: the same in the monitor, in films and in what nodes make. Made by tests; nothing is downloaded.
 */

/** How a file is made. */
export interface MadeMedium {
  name: string;
  contentType: string;
  /** Arguments of ffmpeg before its output; `BASE` stands for the path of the numbered film. */
  make: readonly string[];
  /** Encoders that ffmpeg needs for it. */
  needs?: readonly string[];
}

export interface OddMedium extends MadeMedium {
  /** Pixels as shown. */
  width: number;
  height: number;
  /** How long it is, to a tenth of a second; null for what is no film of `BASE`. */
  seconds: number;
  /** Number of the frame that is shown at a time, in seconds; left out where frames bear no numbers. */
  numbers?: Readonly<Record<number, number>>;
  /** Seconds at which a beep begins; left out without sound. */
  beeps?: readonly number[];
  /** No browser of the tests decodes it, so that it is played from a proxy. */
  byProxy?: true;
  startTimecode?: string;
}

/** The numbered film: 50 frames in two seconds, each with its number in the upper quarter, a beep at each second. */
export const BASE_SIZE = { width: 192, height: 108 };
export const BASE_FRAMES = 50;
const BITS = 'if(mod(floor(N/pow(2,11-floor(X*12/W))),2),235,16)';
/** Four fields of color below the number. */
const field = (values: readonly number[]): string =>
  `if(lt(X,W/4),${values[0]},if(lt(X,W/2),${values[1]},if(lt(X,W*3/4),${values[2]},${values[3]})))`;
const picture = (rate: string, frames: number): string =>
  `color=black:s=192x108:r=${rate}:d=${frames},trim=end_frame=${frames},format=yuv420p,geq=lum='if(lt(Y,H/4),${BITS},${field([60, 100, 140, 180])})':cb='if(lt(Y,H/4),128,${field([128, 100, 150, 128])})':cr='if(lt(Y,H/4),128,${field([128, 150, 110, 128])})'`;
const BEEPS = 'aevalsrc=if(lt(mod(t\\,1)\\,0.05)\\,0.5*sin(6283.185*t)\\,0):s=48000:d=2';

export const BASE_ARGUMENTS: readonly string[] = [
  '-f',
  'lavfi',
  '-i',
  picture('25', BASE_FRAMES),
  '-f',
  'lavfi',
  '-i',
  BEEPS,
  ...'-c:v libx264 -preset veryfast -qp 4 -bf 2 -c:a aac -b:a 128k'.split(' '),
];

const line = (options: string): string[] => options.split(' ');
const copied = (options: string): string[] => line(`-i BASE -c copy ${options}`.trim());
const encoded = (options: string): string[] => line(`-i BASE ${options}`);

const AT_25 = { 0: 0, 0.04: 1, 0.52: 13, 1: 25, 1.96: 49 };
const WHOLE = { ...BASE_SIZE, seconds: 2, numbers: AT_25, beeps: [0, 1] };

export const ODD_MEDIA: readonly OddMedium[] = [
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
    name: 'late.m2ts',
    contentType: 'video/mp2t',
    make: encoded('-c:v copy -c:a ac3 -output_ts_offset 60 -mpegts_m2ts_mode 1 -f mpegts'),
    // AC-3 begins 256 samples late, and nothing in the stream says so.
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
  {
    ...WHOLE,
    name: 'timecode.mov',
    contentType: 'video/quicktime',
    make: copied('-timecode 01:00:00:00'),
    startTimecode: '01:00:00:00',
  },
  {
    ...WHOLE,
    name: 'timecode.mkv',
    contentType: 'video/x-matroska',
    make: copied('-metadata timecode=10:00:00:00'),
    startTimecode: '10:00:00:00',
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
];

/** Sounds alone. */
export const ODD_SOUNDS: readonly (MadeMedium & { beeps: readonly number[] })[] = [
  {
    name: 'gap.mp3',
    contentType: 'audio/mpeg',
    make: encoded('-vn -c:a libmp3lame'),
    needs: ['libmp3lame'],
    beeps: [0, 1],
  },
  { name: 'priming.m4a', contentType: 'audio/mp4', make: copied('-vn'), beeps: [0, 1] },
  {
    name: 'surround.m4a',
    contentType: 'audio/mp4',
    make: encoded('-vn -af pan=5.1|FL=c0|FR=c0|FC=0*c0|LFE=0*c0|BL=0*c0|BR=0*c0 -c:a aac'),
    beeps: [0, 1],
  },
  { name: 'mono-96.wav', contentType: 'audio/wav', make: encoded('-vn -ac 1 -ar 96000'), beeps: [0, 1] },
  {
    name: 'opus.ogg',
    contentType: 'audio/ogg',
    make: encoded('-vn -c:a libopus'),
    needs: ['libopus'],
    beeps: [0, 1],
  },
];
