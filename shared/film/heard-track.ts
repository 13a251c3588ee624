/** A track of sound as readers of containers have it. */
interface SoundTrack {
  /** What the file says it is for. */
  getDisposition(): Promise<{ default: boolean }>;
}

/**
 * The track of several that is heard: the first that the file marks to be played, else the first. Recorders write one with
 * everything before those of single sources, players and ffmpeg begin with it, and how many bits each has says nothing.
 * @param tracks in the order of the file
 */
export async function heardTrack<Track extends SoundTrack>(tracks: readonly Track[]): Promise<Track | null> {
  for (const track of tracks) if ((await track.getDisposition()).default) return track;
  return tracks[0] ?? null;
}
