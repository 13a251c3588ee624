import { openContainer, type Input } from '#native/decoders/mediabunny.ts';
import { NodeFailure, type FileValue, type NodeExecution } from '../definition.ts';

type MediaTrack =
  | { kind: 'video'; codec: string | null; width: number; height: number; framesPerSecond: number }
  | { kind: 'audio'; codec: string | null; sampleRate: number; channels: number };

export interface MediaInfo {
  seconds: number;
  /** Of the main picture track, as shown; 0 without one. */
  width: number;
  height: number;
  info: { filename: string; format: string; seconds: number; sizeBytes: number; tracks: MediaTrack[] };
}

/** Reads a media file's headers. Throws `NodeFailure` when it is no video or sound. */
export async function readMediaInfo(execution: NodeExecution, file: FileValue): Promise<MediaInfo> {
  const input = await openContainer(execution.pathOf(file));
  try {
    return await describe(input, file);
  } catch (error) {
    const failure = new NodeFailure(
      'MEDIA_UNREADABLE',
      `${file.filename} cannot be read as a video or sound. Choose an MP4, MOV, WebM, MKV, MP3, WAV, Ogg or FLAC file.`,
    );
    failure.cause = error;
    throw failure;
  } finally {
    input.dispose();
  }
}

async function describe(input: Input, file: FileValue): Promise<MediaInfo> {
  const format = await input.getFormat();
  const video = await input.getPrimaryVideoTrack();
  const seconds = await input.computeDuration();
  const tracks: MediaTrack[] = [];
  for (const track of await input.getVideoTracks()) {
    const { averagePacketRate } = await track.computePacketStats(100);
    tracks.push({
      kind: 'video',
      codec: await track.getCodec(),
      width: await track.getDisplayWidth(),
      height: await track.getDisplayHeight(),
      framesPerSecond: Number(averagePacketRate.toFixed(3)),
    });
  }
  for (const track of await input.getAudioTracks()) {
    tracks.push({
      kind: 'audio',
      codec: await track.getCodec(),
      sampleRate: await track.getSampleRate(),
      channels: await track.getNumberOfChannels(),
    });
  }
  return {
    seconds,
    width: video === null ? 0 : await video.getDisplayWidth(),
    height: video === null ? 0 : await video.getDisplayHeight(),
    info: { filename: file.filename, format: format.name, seconds, sizeBytes: file.sizeBytes, tracks },
  };
}
