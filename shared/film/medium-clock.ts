/** Where a medium begins on the clock of its container: transport streams and recorders do not begin to count at 0. */
export interface MediumClock {
  /** Seconds at which the first picture is shown. */
  pictures: number;
  /** Seconds at which the first sound is heard. */
  sound: number;
}

/** Sound that begins earlier than the pictures by less is what its encoder put before it, or the order of decoding. */
const LEAD = 0.25;
/** What rounding and the delay of an encoder make of tracks that begin together. */
const TOGETHER = 0.01;

/**
 * The first picture of a medium is its time 0, and its sound goes along. Where sound is heard long before, that begins the medium.
 * @param firstPicture, firstSound seconds on the clock of the container, null without such a track
 * @param earliest seconds on that clock before which nothing is meant to be shown. Streams have none: their clock of 33 bits begins
 * anew after 26 hours, and readers count what comes before that from below 0
 */
export function clockOf(firstPicture: number | null, firstSound: number | null, earliest = 0): MediumClock {
  const picture = firstPicture === null ? null : Math.max(earliest, firstPicture);
  const sound = firstSound === null ? null : Math.max(earliest, firstSound);
  if (picture === null) return { pictures: sound ?? 0, sound: sound ?? 0 };
  if (sound === null) return { pictures: picture, sound: picture };
  if (picture - sound > LEAD) return { pictures: sound, sound };
  return { pictures: picture, sound: Math.abs(sound - picture) < TOGETHER ? sound : picture };
}
