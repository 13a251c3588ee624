/** How a file is made. */
export interface MadeMedium {
  name: string;
  contentType: string;
  /** Arguments of ffmpeg before its output; `BASE` stands for the path of the numbered film. */
  make: readonly string[];
  /** Arguments of ffmpeg for a second file, whose bytes follow. */
  appended?: readonly string[];
  /** It is a clip of pictures. */
  type?: 'image';
  /** Encoders that ffmpeg needs for it. */
  needs?: readonly string[];
  /** What the track header is to say of how stored pictures are turned: a, b, c, d, x, y of its matrix. */
  matrix?: readonly [number, number, number, number, number, number];
  /** Pixels that its container says are to be seen in the middle, of which nothing takes notice. */
  cleanAperture?: { width: number; height: number };
  /** Rows and columns of stored pictures that Matroska says are not to be seen, each below 256. */
  crop?: { bottom: number; top: number; left: number; right: number };
  /** Degrees by which Matroska says that stored pictures are to be turned counterclockwise. */
  roll?: number;
  /** Code points that a PNG is to name its colors by, and whether it also says the screen and light it was made for. */
  cicp?: { primaries: number; transfer: number; isMastered?: true };
  /** An AVIF is to name its colors in its stream alone. */
  hasColorsInStream?: true;
  /** Chunks that a PNG is to have behind its header: their types, and what they hold in hexadecimal. */
  chunks?: readonly (readonly [type: string, content: string])[];
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
  /** Seconds at which it has them; left out for its beginning. */
  colorsAt?: number;
  soundByProxy?: true;
  /** What its first frame is called, and how many frames that is since midnight. */
  startTimecode?: { timecode: string; frames: number };
}
