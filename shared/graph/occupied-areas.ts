/** A rectangle that something takes up, in canvas units. */
interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Width of a strip of the canvas: a node lies in one or two of them. */
const STRIP = 512;

interface Strip {
  /** From the top down. */
  boxes: Box[];
  tallest: number;
}

/** What stands where, asked for the first free place below a point: as many steps as there is in the way. */
export class OccupiedAreas {
  readonly #strips = new Map<number, Strip>();
  /** Where the last search from a point ended: places are taken and never given back. */
  readonly #ends = new Map<string, number>();

  add(box: Box): void {
    for (const strip of this.#stripsOf(box)) {
      strip.boxes.splice(firstFrom(strip.boxes, box.top), 0, box);
      strip.tallest = Math.max(strip.tallest, box.bottom - box.top);
    }
  }

  /** @returns the first height from `y` downwards at which a rectangle touches no other. */
  freeBelow(
    { x, y }: { x: number; y: number },
    { width, height }: { width: number; height: number },
  ): number {
    const search = `${x} ${y} ${width} ${height}`;
    let top = this.#ends.get(search) ?? y;
    const strips = this.#stripsOf({ left: x, right: x + width, top, bottom: top });
    for (let isFree = false; !isFree;) {
      isFree = true;
      for (const { boxes, tallest } of strips) {
        for (let at = firstFrom(boxes, top - tallest); at < boxes.length; at += 1) {
          const box = boxes[at]!;
          if (box.top >= top + height) break;
          if (box.bottom <= top || box.left >= x + width || box.right <= x) continue;
          top = box.bottom;
          isFree = false;
        }
      }
    }
    this.#ends.set(search, top);
    return top;
  }

  #stripsOf({ left, right }: Box): Strip[] {
    const strips: Strip[] = [];
    for (let index = Math.floor(left / STRIP); index <= Math.floor(right / STRIP); index += 1) {
      const strip = this.#strips.get(index) ?? { boxes: [], tallest: 0 };
      this.#strips.set(index, strip);
      strips.push(strip);
    }
    return strips;
  }
}

/** The index of the first box that begins at a height or below it. */
function firstFrom(boxes: readonly Box[], top: number): number {
  let [low, high] = [0, boxes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (boxes[middle]!.top < top) low = middle + 1;
    else high = middle;
  }
  return low;
}
