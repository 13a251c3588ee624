/** The film that odd media are made of, and how ffmpeg is told to. */

/** The numbered film: 50 frames in two seconds, each with its number in the upper quarter, a beep at each second. */
export const BASE_SIZE = { width: 192, height: 108 };
const BASE_FRAMES = 50;
const BITS = 'if(mod(floor(N/pow(2,11-floor(X*12/W))),2),235,16)';
/** Four fields of color below the number. */
export const field = (values: readonly number[]): string =>
  `if(lt(X,W/4),${values[0]},if(lt(X,W/2),${values[1]},if(lt(X,W*3/4),${values[2]},${values[3]})))`;
export const picture = (rate: string, frames: number): string =>
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

export const line = (options: string): string[] => options.split(' ');
export const copied = (options: string): string[] => line(`-i BASE -c copy ${options}`.trim());
export const encoded = (options: string): string[] => line(`-i BASE ${options}`);

export const X264 = '-c:v libx264 -preset veryfast -qp 4';
export const VP9 = '-c:v libvpx-vp9 -crf 10 -b:v 0 -deadline realtime -cpu-used 8';
/** The fields of the numbered film by the matrix of SD, which small videos have that do not say theirs. */
export const FIELDS_601 = [
  [51, 51, 51],
  [133, 89, 41],
  [116, 150, 189],
  [191, 191, 191],
] as const;

const AT_25 = { 0: 0, 0.04: 1, 0.52: 13, 1: 25, 1.96: 49 };
/** All of it, as it is. */
export const WHOLE = { ...BASE_SIZE, seconds: 2, numbers: AT_25, beeps: [0, 1] };
