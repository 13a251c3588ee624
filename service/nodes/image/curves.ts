import {
  curveTable,
  MAX_CURVE_POINTS,
  readCurves,
  STRAIGHT,
  type Curves,
  type CurvesProblem,
} from '#shared/tone/curves.ts';
import { curves as curvesPin, invalid } from '../pins.ts';
import { imageFilter } from './image-filter.ts';
import { editPixels } from './pixels.ts';

export const imageCurves = imageFilter({
  type: 'image/curves',
  title: 'Curves',
  description:
    'Changes tones by curves that are drawn by hand: one for all channels, and one each for red, green and blue, which come first. In scripts a curve is a list of points [level, result] from 0 to 255, as in {"all": [[0, 0], [128, 160], [255, 255]]}.',
  icon: 'spline',
  tags: ['tone', 'contrast', 'grading', 'color', 'histogram', 'levels', 'exposure'],
  preview: {},
  settings: { curves: curvesPin('Curves', { default: {} }) },
  apply(picture, { curves }) {
    const read = readCurves(curves);
    if (!read.ok) throw invalid(errorMessage(read.problem));
    const tables = tablesOf(read.curves);
    return tables === null
      ? picture.open()
      : editPixels(picture, ({ data }) => {
          const [red, green, blue] = tables;
          for (let at = 0; at < data.length; at += 4) {
            data[at] = red[data[at]!]!;
            data[at + 1] = green[data[at + 1]!]!;
            data[at + 2] = blue[data[at + 2]!]!;
          }
        });
  },
});

/** What each level of red, green and blue becomes; null where nothing changes. */
function tablesOf(curves: Curves): readonly [Uint8Array, Uint8Array, Uint8Array] | null {
  if (Object.keys(curves).length === 0) return null;
  const all = curveTable(curves.all ?? STRAIGHT);
  const table = (channel: 'red' | 'green' | 'blue') =>
    curveTable(curves[channel] ?? STRAIGHT).map((level) => all[level] ?? 0);
  return [table('red'), table('green'), table('blue')];
}

function errorMessage(problem: CurvesProblem): string {
  switch (problem.kind) {
    case 'shape':
      return 'Curves must be an object with a list of points by channel, as in {"all": [[0, 0], [255, 255]]}.';
    case 'channel':
      return `Curves has a channel “${problem.channel}”, which is none. Use all, red, green or blue.`;
    case 'count':
      return `The curve ${problem.channel} must be a list of 1 to ${MAX_CURVE_POINTS} points, each as in [128, 160].`;
    case 'point':
      return `Point ${problem.at} of the curve ${problem.channel} must be two numbers from 0 to 255, as in [128, 160].`;
    case 'order':
      return `Point ${problem.at} of the curve ${problem.channel} does not lie right of the one before. Sort the points by their first number, and leave out doubles.`;
    default:
      return problem satisfies never;
  }
}
