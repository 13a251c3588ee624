import { describeMedium } from '#native/media/describe/describe-medium.ts';
import type { MediumDescription, MediumTrack } from '#native/media/describe/medium-description.ts';
import { NodeFailure, type FileValue, type NodeExecution } from '../definition.ts';

interface MediaInfo {
  seconds: number;
  /** Of the main picture track, as shown; 0 without one. */
  width: number;
  height: number;
  info: {
    filename: string;
    format: string;
    seconds: number;
    sizeBytes: number;
    /** As cameras write it; null where the file has none. */
    startTimecode: string | null;
    tracks: MediumTrack[];
  };
}

/**
 * Says what a video or sound is.
 * @param program ffmpeg, for nodes that run it: it reads more formats. @throws NodeFailure when it is no video or sound
 */
export async function describeFile(
  execution: NodeExecution,
  file: FileValue,
  program: string | null,
): Promise<MediumDescription> {
  const { signal } = execution;
  try {
    return await describeMedium(execution.pathOf(file), { program, signal });
  } catch (error) {
    signal.throwIfAborted();
    const failure = new NodeFailure(
      'MEDIA_UNREADABLE',
      `${file.filename} cannot be read as a video or sound. Choose an MP4, MOV, WebM, MKV, MP3, WAV, Ogg or FLAC file.`,
    );
    failure.cause = error;
    throw failure;
  }
}

/** Reads a media file's headers. Throws `NodeFailure` when it is no video or sound. */
export async function readMediaInfo(execution: NodeExecution, file: FileValue): Promise<MediaInfo> {
  const { seconds, video, format, startTimecode, tracks } = await describeFile(execution, file, null);
  const { filename, sizeBytes } = file;
  return {
    seconds,
    width: video?.width ?? 0,
    height: video?.height ?? 0,
    info: {
      filename,
      format,
      seconds,
      sizeBytes,
      startTimecode: startTimecode?.timecode ?? null,
      tracks: [...tracks],
    },
  };
}
