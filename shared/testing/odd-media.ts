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
  /** It is a clip of pictures. */
  type?: 'image';
  /** Encoders that ffmpeg needs for it. */
  needs?: readonly string[];
  /** What the track header is to say of how stored pictures are turned: a, b, c, d, x, y of its matrix. */
  matrix?: readonly [number, number, number, number, number, number];
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
  beeps?: readonly number[] | undefined;
  /** No browser of the tests decodes it, so that it is played from a proxy. */
  byProxy?: true;
  /** Red, green and blue in the middle of the four fields below the number; left out where colors do not count. */
  colors?: readonly (readonly [number, number, number])[];
  soundByProxy?: true;
  startTimecode?: string;
}

/** The numbered film: 50 frames in two seconds, each with its number in the upper quarter, a beep at each second. */
const BASE_SIZE = { width: 192, height: 108 };
const BASE_FRAMES = 50;
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

const X264 = '-c:v libx264 -preset veryfast -qp 4';
const VP9 = '-c:v libvpx-vp9 -crf 10 -b:v 0 -deadline realtime -cpu-used 8';
const BLACK = [0, 0, 0] as const;
/** The fields of the numbered film by the matrix of SD, which small videos have that do not say theirs. */
const FIELDS_601 = [
  [51, 51, 51],
  [133, 89, 41],
  [116, 150, 189],
  [191, 191, 191],
] as const;

type Signal = number | readonly [number, number, number];

/** A picture of four signals from 0 to 1, in ten bits, as they are in a video with primaries of BT.2020. */
function signals(
  name: string,
  transfer: string,
  fields: readonly (readonly [Signal, readonly [number, number, number]])[],
): OddMedium {
  const plane = (index: number): string =>
    field(
      fields.map(([signal]) =>
        Math.round(1023 * (typeof signal === 'number' ? signal : (signal[index] ?? 0))),
      ),
    );
  const source = `color=black:s=192x108:r=25:d=0.2,format=gbrp10le,geq=r='${plane(0)}':g='${plane(1)}':b='${plane(2)}',scale=out_color_matrix=bt2020:out_range=tv:flags=accurate_rnd+full_chroma_int,format=yuv420p10le`;
  return {
    ...BASE_SIZE,
    name,
    contentType: 'video/webm',
    make: [
      ...line('-f lavfi -i'),
      source,
      ...line('-c:v libvpx-vp9 -lossless 1 -cpu-used 8 -colorspace bt2020nc -color_primaries bt2020'),
      ...line(`-color_trc ${transfer} -color_range tv`),
    ],
    needs: ['libvpx-vp9'],
    seconds: 0.2,
    colors: fields.map(([, shown]) => shown),
  };
}

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
  ...(
    [
      ['turned-90.mp4', 'transpose=cclock', [0, 1, -1, 0, 108, 0]],
      ['turned-180.mp4', 'hflip,vflip', [-1, 0, 0, -1, 192, 108]],
      ['turned-270.mp4', 'transpose=clock', [0, -1, 1, 0, 0, 192]],
      ['mirrored.mp4', 'hflip', [-1, 0, 0, 1, 192, 0]],
      ['upside-down.mp4', 'vflip', [1, 0, 0, -1, 0, 108]],
    ] as const
  ).map(([name, filter, matrix]) => ({
    ...WHOLE,
    name,
    contentType: 'video/mp4',
    make: encoded(`-vf ${filter} ${X264} -c:a copy`),
    matrix,
    colors: FIELDS_601,
  })),
  {
    ...WHOLE,
    name: 'anamorphic.mp4',
    contentType: 'video/mp4',
    make: encoded(`-vf scale=144:108,setsar=4/3 ${X264} -c:a copy`),
    colors: FIELDS_601,
  },
  {
    ...WHOLE,
    name: 'anamorphic.mkv',
    contentType: 'video/x-matroska',
    make: encoded(`-vf scale=144:108 -aspect 16:9 ${X264} -c:a copy`),
    colors: FIELDS_601,
  },
  {
    ...WHOLE,
    name: 'full-range.mp4',
    contentType: 'video/mp4',
    make: encoded(`-vf scale=out_range=pc -color_range pc ${X264} -c:a copy`),
    colors: FIELDS_601,
  },
  {
    ...WHOLE,
    name: 'bt709.mp4',
    contentType: 'video/mp4',
    make: encoded(
      `-vf scale=in_color_matrix=bt601:out_color_matrix=bt709 -colorspace bt709 -color_primaries bt709 -color_trc bt709 ${X264} -c:a copy`,
    ),
    colors: FIELDS_601,
  },
  {
    ...WHOLE,
    name: 'ten-bit.webm',
    contentType: 'video/webm',
    make: encoded(`-pix_fmt yuv420p10le ${VP9} -c:a libopus`),
    needs: ['libvpx-vp9', 'libopus'],
    colors: FIELDS_601,
  },
  {
    ...WHOLE,
    name: 'silent.mp4',
    contentType: 'video/mp4',
    make: copied('-an'),
    beeps: undefined,
  },
  {
    ...WHOLE,
    width: 191,
    height: 107,
    name: 'odd-sides.webm',
    contentType: 'video/webm',
    make: encoded(`-vf scale=191:107,setsar=1 ${VP9} -an`),
    needs: ['libvpx-vp9'],
    beeps: undefined,
  },
  {
    ...BASE_SIZE,
    name: '59.94.mp4',
    contentType: 'video/mp4',
    make: [...line('-f lavfi -i'), picture('60000/1001', 60), ...line(X264)],
    seconds: 1,
    numbers: { 0: 0, 0.0168: 1, 0.5006: 30, 0.9844: 59 },
  },
  {
    ...BASE_SIZE,
    name: '23.976.mov',
    contentType: 'video/quicktime',
    make: [...line('-f lavfi -i'), picture('24000/1001', 24), ...line(`${X264} -timecode 00:59:59:23`)],
    seconds: 1,
    numbers: { 0: 0, 0.042: 1, 0.5006: 12, 0.9594: 23 },
    startTimecode: '00:59:59:23',
  },
  {
    ...BASE_SIZE,
    name: 'one-frame.mp4',
    contentType: 'video/mp4',
    make: [...line('-f lavfi -i'), picture('25', 1), ...line(X264)],
    seconds: 0.04,
    numbers: { 0: 0 },
    colors: FIELDS_601,
  },
  {
    ...BASE_SIZE,
    name: 'uneven.mkv',
    contentType: 'video/x-matroska',
    make: encoded(`-an -vf select=not(between(n\\,10\\,29)) -fps_mode vfr ${X264}`),
    seconds: 2,
    numbers: { 0: 0, 0.36: 9, 0.8: 9, 1.16: 9, 1.2: 30, 1.96: 49 },
  },
  signals('pq.webm', 'smpte2084', [
    [0.3333, [54, 54, 54]],
    [0.5333, [153, 153, 153]],
    [0.6667, [229, 229, 229]],
    [
      [0.35, 0, 0],
      [77, 0, 0],
    ],
  ]),
  signals('hlg.webm', 'arib-std-b67', [
    [0.3333, [61, 61, 61]],
    [0.6, [126, 126, 126]],
    [0.8, [207, 207, 207]],
    [
      [0, 0.35, 0],
      [0, 67, 0],
    ],
  ]),
  signals('wide.webm', 'bt709', [
    [0.4, [102, 102, 102]],
    [
      [0.35, 0, 0],
      [113, 0, 0],
    ],
    [
      [0, 0.35, 0],
      [0, 96, 0],
    ],
    [
      [0.35, 0.175, 0],
      [108, 36, 0],
    ],
  ]),
  ...(
    [
      ['see-through.webm', 'video/webm', `-pix_fmt yuva420p -c:v libvpx-vp9 -crf 10 -b:v 0 -cpu-used 8`],
      ['see-through.mov', 'video/quicktime', '-c:v prores_ks -profile:v 4444 -pix_fmt yuva444p10le'],
      ['see-through-png.mov', 'video/quicktime', '-c:v png -pix_fmt rgba'],
    ] as const
  ).map(([name, contentType, encoder]) => ({
    ...WHOLE,
    name,
    contentType,
    // The two fields at the right let through what is below.
    make: encoded(
      `-an -vf format=yuva444p,geq=lum=lum(X\\,Y):cb=cb(X\\,Y):cr=cr(X\\,Y):a=if(gt(X\\,W/2)*gt(Y\\,H/4)\\,0\\,255) ${encoder}`,
    ),
    ...(name.endsWith('webm') ? { needs: ['libvpx-vp9'] } : { byProxy: true as const }),
    beeps: undefined,
    colors: [...FIELDS_601.slice(0, 2), BLACK, BLACK],
  })),
];

/** Pictures that move; they begin anew after two seconds. */
export const ODD_PICTURES: readonly OddMedium[] = (
  [
    ['moving.gif', 'image/gif', '-c:v gif', []],
    ['moving.webp', 'image/webp', '-c:v libwebp_anim -lossless 1 -loop 0', ['libwebp_anim']],
    ['moving.png', 'image/png', '-c:v apng -plays 0 -f apng', []],
  ] as const
).map(([name, contentType, encoder, needs]) => ({
  ...BASE_SIZE,
  name,
  contentType,
  type: 'image',
  make: encoded(`-an ${encoder}`),
  needs,
  seconds: 4,
  numbers: { 0: 0, 0.04: 1, 0.52: 13, 1.96: 49, 2: 0, 2.04: 1, 3: 25 },
}));

/** Those that every run of the tests holds; the rigs hold all. */
const EVERY_RUN = new Set(
  'late.ts second-sound.mkv every-sound.mp4 second-picture.mkv fragmented.mp4 first-at-7-ms.webm edit-list.mp4 mpeg4.avi turned-90.mp4 mirrored.mp4 anamorphic.mp4 uneven.mkv pq.webm hlg.webm see-through.webm gap.mp3 priming.m4a moving.gif moving.webp moving.png'.split(
    ' ',
  ),
);
export const ofEveryRun = <Medium extends MadeMedium>(media: readonly Medium[]): Medium[] =>
  media.filter(({ name }) => EVERY_RUN.has(name));

/** Levels of 255 by which decoders and encoders differ. */
const TOLERANCE = 8;

/** The colors of the four fields of a picture that was drawn. */
export const fieldsOf = ({
  width,
  height,
  data,
}: {
  width: number;
  height: number;
  data: Uint8ClampedArray | Uint8Array;
}): number[][] =>
  [0.125, 0.375, 0.625, 0.875].map((part) => {
    const at = (Math.floor(height * 0.7) * width + Math.floor(width * part)) * 4;
    return [...data.subarray(at, at + 3)];
  });

/** What was wanted, with what was found in its place where that is near enough: to be compared with what was found. */
export const near = (
  wanted: readonly (readonly number[])[],
  found: readonly (readonly number[])[],
): number[][] =>
  wanted.map((color, field) =>
    color.map((value, channel) => {
      const seen = found[field]?.[channel] ?? -1;
      return Math.abs(seen - value) <= TOLERANCE ? seen : value;
    }),
  );

/** Sounds alone. */
export const ODD_SOUNDS: readonly (MadeMedium & { beeps: readonly number[] })[] = [
  {
    name: 'gap.mp3',
    contentType: 'audio/mpeg',
    make: encoded('-vn -c:a libmp3lame'),
    needs: ['libmp3lame'],
    beeps: [0, 1],
  },
  {
    name: 'priming.m4a',
    contentType: 'audio/mp4',
    make: copied('-vn'),
    beeps: [0, 1],
  },
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
