import type { MediumDescription, SoundDescription } from '#native/media/describe/medium-description.ts';
import type { NodeExecution } from '../definition.ts';

/** What a node writes of a sound, where that is less than the file has. */

/** Names of layouts that people know; others are said by their number. */
const LAYOUTS: ReadonlyMap<number, string> = new Map([
  [1, 'mono'],
  [2, 'stereo'],
  [6, '5.1'],
  [8, '7.1'],
]);

const layoutName = (channels: number): string => LAYOUTS.get(channels) ?? `${channels} channels`;
const kilohertz = (sampleRate: number): string => `${Number((sampleRate / 1000).toFixed(3))} kHz`;

/** How many tracks of sound a file has. */
const soundTracksOf = ({ tracks }: Pick<MediumDescription, 'tracks'>): number =>
  tracks.filter(({ kind }) => kind === 'audio').length;

/** Says that a file has more sound than is heard: recorders put a microphone on a track of its own. */
export function reportSoundTracks(
  execution: NodeExecution,
  filename: string,
  medium: Pick<MediumDescription, 'tracks'>,
): void {
  const count = soundTracksOf(medium);
  if (count > 1) {
    execution.log(
      `${filename} has ${count} tracks of sound; the first that it marks to be played is used. Extract sound takes out another.`,
    );
  }
}

/** Says which channels and samples of a sound the result has otherwise. @param target what the result has; absent what stays */
export function reportSoundChange(
  execution: NodeExecution,
  filename: string,
  { channels, sampleRate }: Pick<SoundDescription, 'channels' | 'sampleRate'>,
  target: { channels?: number; sampleRate?: number },
): void {
  if (target.channels !== undefined && channels > 0 && channels !== target.channels) {
    execution.log(
      `The sound of ${filename} is ${layoutName(channels)}; the result is ${layoutName(target.channels)}.`,
    );
  }
  if (target.sampleRate !== undefined && sampleRate > 0 && sampleRate !== target.sampleRate) {
    execution.log(
      `The sound of ${filename} has ${kilohertz(sampleRate)}; the result has ${kilohertz(target.sampleRate)}.`,
    );
  }
}
