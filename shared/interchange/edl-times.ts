import type { EdlLine } from './edl-lines.ts';
import { framesOfTimecode, isDropFrame, type TimecodeForm } from './timecode.ts';

/** The four times of an event in frames, also behind midnight, where timecode begins anew. */

export interface EventTimes {
  sourceIn: number;
  sourceOut: number;
  recordIn: number;
  recordOut: number;
  /** Frames of a day. */
  day: number;
}

/** Reads the times of events in the order of their list. */
export class EdlClock {
  readonly #form: TimecodeForm;
  /** Days that the record times have gone through. */
  #days = 0;
  #last = 0;

  constructor(form: TimecodeForm) {
    this.#form = form;
  }

  /** @returns undefined where a time is none, or an event is recorded backwards. */
  timesOf({ times, drop }: Pick<EdlLine, 'times' | 'drop'>): EventTimes | undefined {
    // A list that marks some of its times says of the others that they drop none.
    const form = { ...this.#form, drop: drop && !times.some(isDropFrame) };
    const [sourceIn, sourceOut, recordIn, recordOut] = times.map((time) => framesOfTimecode(time, form));
    const dayOf = (time: string) =>
      framesOfTimecode(`24:00:00${isDropFrame(time) ? ';' : ':'}0${form.first ?? 0}`, form);
    const [sourceDay, , day] = times.map(dayOf);
    if (
      sourceIn === undefined ||
      sourceOut === undefined ||
      recordIn === undefined ||
      recordOut === undefined ||
      day === undefined ||
      sourceDay === undefined
    )
      return undefined;
    const begin = this.#recordOf(recordIn, day);
    const end = recordOut + begin - recordIn;
    const created = {
      sourceIn,
      sourceOut: afterMidnight(sourceIn, sourceOut, sourceDay),
      recordIn: begin,
      recordOut: afterMidnight(begin, end, day),
      day,
    };
    return created.recordOut < created.recordIn ? undefined : created;
  }

  /** A record time that is half a day before the one above it is of the next day, and back. */
  #recordOf(recordIn: number, day: number): number {
    const at = recordIn + this.#days * day;
    if (at < this.#last - day / 2) this.#days += 1;
    else if (this.#days > 0 && at > this.#last + day / 2) this.#days -= 1;
    this.#last = recordIn + this.#days * day;
    return this.#last;
  }
}

/** A time that is half a day before the one that it follows is of the next day. */
const afterMidnight = (before: number, time: number, day: number): number =>
  time < before - day / 2 ? time + day : time;
