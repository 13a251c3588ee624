import type { StateMark } from '../../session/node-states.ts';
import type { NodeBox } from '../../scene/scene.ts';
import type { PaintContext, Painting } from './painting.ts';
import { NAME_ROW, nameSizeAt, WIDE_NAME_ZOOM } from './text-sizes.ts';

/** How large a badge is, canvas units, and the least it is on the screen. Pixels. */
const SIZE = 22;
const MIN_ON_SCREEN = 11;

type Glyph = (context: PaintContext, x: number, y: number, radius: number) => void;

const SPOKES = [0, 1, 2].map((angle) => (angle * Math.PI) / 3 + Math.PI / 6);

/** Signs around a middle, drawn as lines. */
const glyphs: Readonly<Record<StateMark, Glyph>> = {
  muted(context, x, y, radius) {
    const slant = radius * Math.SQRT1_2;
    context.arc(x, y, radius, 0, Math.PI * 2);
    context.moveTo(x - slant, y - slant);
    context.lineTo(x + slant, y + slant);
  },
  frozen(context, x, y, radius) {
    for (const angle of SPOKES) {
      const [dx, dy] = [Math.cos(angle) * radius, Math.sin(angle) * radius];
      context.moveTo(x - dx, y - dy);
      context.lineTo(x + dx, y + dy);
    }
  },
  locked(context, x, y, radius) {
    context.rect(x - radius * 0.8, y - radius * 0.1, radius * 1.6, radius);
    context.moveTo(x - radius * 0.45, y - radius * 0.1);
    context.arc(x, y - radius * 0.45, radius * 0.45, Math.PI, 0);
    context.lineTo(x + radius * 0.45, y - radius * 0.1);
  },
};

/**
 * How large its badges are, where the middle of the first one is and how far apart they are: from the right of the title to
 * the left, or from the lower left corner on where the title needs its whole row. Canvas units.
 */
function badgesPosition({ zoom, detail }: Painting, { x, y, width, height }: NodeBox) {
  const size = Math.min(height / 2, Math.max(SIZE, MIN_ON_SCREEN / zoom));
  if (detail !== 'tile' && zoom < WIDE_NAME_ZOOM) {
    const isLow = height - 1.1 * size < nameSizeAt(zoom) * NAME_ROW;
    // From a node that its name fills they hang down.
    return { size, x: x + size * 0.6, y: y + height + size * (isLow ? 0.25 : -0.6), step: size * 1.1 };
  }
  const inset = size * 0.9 + (size <= SIZE ? SIZE : 0);
  return { size, x: x + width - inset, y: y + size * 0.75, step: size * -1.1 };
}

/** What badges at the right of its title take of the width of a node. Canvas units. */
export function widthOfBadges(painting: Painting, box: NodeBox, count: number): number {
  if (count === 0) return 0;
  const { size, x, step } = badgesPosition(painting, box);
  return step > 0 ? 0 : box.x + box.width - x + size * (0.5 + (count - 1) * 1.1);
}

/** What a node is, as signs at the right of its title, or below it; as large as can be read where nodes are small. */
export function paintBadges(
  context: PaintContext,
  painting: Painting,
  box: NodeBox,
  marks: readonly StateMark[],
): void {
  if (marks.length === 0) return;
  const { colors } = painting;
  const { size, y, step, ...first } = badgesPosition(painting, box);
  let { x } = first;
  context.lineCap = 'round';
  for (const mark of marks) {
    context.beginPath();
    context.arc(x, y, size / 2, 0, Math.PI * 2);
    context.fillStyle = colors.node;
    context.fill();
    context.beginPath();
    glyphs[mark](context, x, y, size * 0.32);
    context.strokeStyle = colors.text;
    context.lineWidth = size / 12;
    context.stroke();
    x += step;
  }
}
