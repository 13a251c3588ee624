import type { MediaFacts } from '#shared/desk/index.ts';

/** Why a medium is played as a small copy. */
export type ProxyReason = 'heavy' | 'variable' | 'interlaced' | 'undecodable';

/** Longest side in pixels, and bits a second, up to which this computer plays several at once. */
const MAX_SIDE = 2560;
const MAX_BITRATE = 60_000_000;

/**
 * Whether a medium is better played as a small copy.
 * @param info null where its container cannot be read
 * @param canDecode all that it is made of, in this browser
 */
export function proxyReason(
  info: MediaFacts | null,
  sizeBytes: number,
  canDecode: boolean,
): ProxyReason | null {
  if (
    info === null ||
    (info.kind === 'video' && (info.codec === null || info.soundCodec === null || !canDecode))
  )
    return 'undecodable';
  if (info.kind === 'audio' && (info.codec === null || !canDecode)) return 'undecodable';
  if (info.kind !== 'video') return null;
  const { width, height, seconds, isVariable = false, isInterlaced = false } = info;
  if (Math.max(width, height) > MAX_SIDE || (seconds > 0 && (sizeBytes * 8) / seconds > MAX_BITRATE))
    return 'heavy';
  if (isVariable) return 'variable';
  // Browsers show both fields at once, as a comb where something moves.
  return isInterlaced ? 'interlaced' : null;
}

/** What is decoded of a medium. */
export interface MediumCodecs {
  /** As browsers name it. */
  video: string | null;
  sound: { codec: string; sampleRate: number; channels: number } | null;
}

/** The codecs of a medium, where their names are known. */
export function codecsOf(info: MediaFacts | null): MediumCodecs {
  if (info?.kind === 'audio') {
    const { codec, sampleRate, channels } = info;
    return { video: null, sound: typeof codec === 'string' ? { codec, sampleRate, channels } : null };
  }
  if (info?.kind !== 'video') return { video: null, sound: null };
  const { codec, soundCodec } = info;
  // Of the sound of a video only the codec is asked about.
  const sound =
    typeof soundCodec === 'string' ? { codec: soundCodec, sampleRate: 48_000, channels: 2 } : null;
  return { video: codec ?? null, sound };
}

/** Every browser decodes these, and more than their name would have to be said to ask; plain samples our reader unpacks. */
const isBasicAudio = (codec: string): boolean => /^(pcm|ulaw|alaw|flac|vorbis|opus|mp3)/.test(codec);

/** Whether this browser decodes a medium, its pictures and its sound. */
export async function canDecode({ video, sound }: MediumCodecs): Promise<boolean> {
  // Where there is no decoder at all, none of a small copy either.
  if (typeof VideoDecoder === 'undefined' || typeof AudioDecoder === 'undefined') return true;
  const no = { supported: false };
  const pictures =
    video === null
      ? { supported: true }
      : await VideoDecoder.isConfigSupported({ codec: video }).catch(() => no);
  const { codec = '', sampleRate = 0, channels = 0 } = sound ?? {};
  const audible =
    sound === null || isBasicAudio(codec)
      ? { supported: true }
      : await AudioDecoder.isConfigSupported({ codec, sampleRate, numberOfChannels: channels }).catch(
          () => no,
        );
  return pictures.supported === true && audible.supported === true;
}
