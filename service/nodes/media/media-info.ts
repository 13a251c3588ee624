import { describeMedium } from '#native/media/describe/describe-medium.ts';
import type { MediumDescription, MediumTrack } from '#native/media/describe/medium-description.ts';
import { inputArguments } from '#native/media/ffmpeg.ts';
import { EXTERNAL_MEDIA } from '#native/media/media-task.ts';
import { TaskFailure } from '#native/child/program.ts';
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
    if (isExternal(error)) throw externalMedia(file);
    const failure = new NodeFailure(
      'MEDIA_UNREADABLE',
      `${file.filename} cannot be read as a video or sound. Choose an MP4, MOV, WebM, MKV, MP3, WAV, Ogg or FLAC file.`,
    );
    failure.cause = error;
    throw failure;
  }
}

const isExternal = (error: unknown): boolean => error instanceof TaskFailure && error.code === EXTERNAL_MEDIA;

const externalMedia = ({ filename }: FileValue): NodeFailure =>
  new NodeFailure(
    'MEDIA_UNREADABLE',
    `${filename} holds no pictures or sound itself: it names other files that do, and those are not opened. Export it again as one self-contained file and choose that.`,
  );

/** Arguments of ffmpeg that open a file of a run. @throws NodeFailure where it names other files */
export async function mediaInput(
  execution: NodeExecution,
  file: FileValue,
  options: readonly string[] = [],
): Promise<string[]> {
  try {
    return await inputArguments(execution.pathOf(file), options);
  } catch (error) {
    throw isExternal(error) ? externalMedia(file) : error;
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
