import { timelineExt, withTimelineExt, type Marker } from '../ext.ts';
import { snapToFrame } from './frames.ts';
import type { TimelineEdit } from './edit.ts';

/** What a person sets of a marker. */
export type MarkerFields = Pick<Marker, 'time' | 'duration' | 'name' | 'color' | 'words'>;

const changeMarkers =
  (change: (markers: readonly Marker[]) => Marker[] | null): TimelineEdit =>
  (document) => {
    const markers = change(timelineExt(document).markers ?? []);
    return markers && withTimelineExt(document, { markers: markers.length > 0 ? markers : undefined });
  };

/** Adds a marker on the nearest frame. */
export const addMarker =
  (marker: Pick<Marker, 'id' | 'time'> & Partial<MarkerFields>): TimelineEdit =>
  (document) =>
    changeMarkers((markers) => [
      ...markers,
      {
        duration: 0,
        name: '',
        color: 'blue',
        words: '',
        ...marker,
        time: snapToFrame(Math.max(0, marker.time), document.timeline.frameRate),
      },
    ])(document);

/** Changes a marker; its time comes to lie on a frame. */
export const changeMarker =
  (id: string, change: Partial<MarkerFields>): TimelineEdit =>
  (document) =>
    changeMarkers((markers) => {
      if (!markers.some((marker) => marker.id === id)) return null;
      const time =
        change.time === undefined
          ? {}
          : { time: snapToFrame(Math.max(0, change.time), document.timeline.frameRate) };
      return markers.map((marker) => (marker.id === id ? { ...marker, ...change, ...time } : marker));
    })(document);

/** Takes a marker away. */
export const removeMarker = (id: string): TimelineEdit =>
  changeMarkers((markers) => {
    const left = markers.filter((marker) => marker.id !== id);
    return left.length === markers.length ? null : left;
  });
