import type * as Mediabunny from 'mediabunny';
import type { Input } from 'mediabunny';

/** Containers that name further files or addresses. An uploaded file must not have those opened. */
type Playlists = 'ALL_FORMATS' | 'HLS' | 'HLS_FORMATS';

/** Reads containers of films and sounds. It is JavaScript, loaded when needed: few runs look at media. */
export const loadMediabunny = (): Promise<Omit<typeof Mediabunny, Playlists>> => import('mediabunny');

/**
 * Opens a video or sound by the containers that hold their media themselves; a playlist is none of them.
 * @param path of the file. @returns what has to be disposed of
 */
export async function openContainer(path: string): Promise<Input> {
  const {
    ADTS,
    FLAC,
    FilePathSource,
    Input: Container,
    MATROSKA,
    MP3,
    MP4,
    MPEG_TS,
    OGG,
    QTFF,
    WAVE,
    WEBM,
  } = await loadMediabunny();
  return new Container({
    formats: [MP4, QTFF, MATROSKA, WEBM, WAVE, OGG, FLAC, MP3, ADTS, MPEG_TS],
    source: new FilePathSource(path),
  });
}

export type { EncodedPacket, EncodedPacketSink, Input, InputAudioTrack, InputVideoTrack } from 'mediabunny';
