import { jsonEqual } from '../../language/json-equal.ts';
import type { TimelineBody, TimelineDocument } from '../document.ts';
import type { TimelineEdit } from './edit.ts';

/** What a timeline is as a film. */
export interface TimelineFormat extends Pick<TimelineBody, 'frameRate'> {
  name: string;
  width: number;
  height: number;
}

/** Names the timeline, or changes its rate or size. Times are seconds and stay: cuts may come to lie between two frames. */
export const changeFormat =
  ({ name, frameRate, ...size }: Partial<TimelineFormat>): TimelineEdit =>
  (document) => {
    const { timeline } = document;
    const { projectResolution: before } = timeline;
    const isResized = size.width !== undefined || size.height !== undefined;
    const next: TimelineDocument = {
      ...document,
      name: name ?? document.name,
      timeline: {
        ...timeline,
        frameRate: frameRate ?? timeline.frameRate,
        // What a person has chosen is no longer as it was found.
        projectResolution: isResized ? { ...before, ...size, isAutoDetected: false } : before,
      },
    };
    return jsonEqual(next, document) ? null : next;
  };
