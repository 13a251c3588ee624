import { grow, union, type Rect, type XY } from '../../geometry.ts';
import { guidesFor, NO_GUIDES, type Guides } from '../../scene/guides.ts';
import { snapped } from '../../model/editing.ts';
import type { EditorSession } from '../../session/editor-session.ts';

/** How near an edge must come to a line to stand on it. Pixels. */
const REACH = 6;
/** Below this zoom lines would be too many and nodes too small to place by them. */
const GUIDES_FROM_ZOOM = 0.3;
/** How far neighbors are looked for around what is dragged. Canvas units. */
const AROUND = 700;
const MAX_NEIGHBORS = 60;
/** Of more nodes the edges of the whole say nothing that a person sees. */
const MAX_DRAGGED = 50;

const distance = (one: Rect, other: Rect): number =>
  Math.hypot(
    one.x + one.width / 2 - other.x - other.width / 2,
    one.y + one.height / 2 - other.y - other.height / 2,
  );

/** Where the nodes of a drag go: onto guides, else onto the grid. */
export class DragGuides {
  readonly #session: EditorSession;
  readonly #from: ReadonlyMap<string, XY>;
  /** Around all that is dragged, where it began; null where guides are not wanted. */
  readonly #frame: Rect | null;

  /** @param from where the nodes were when the drag began. */
  constructor(session: EditorSession, from: ReadonlyMap<string, XY>) {
    this.#session = session;
    this.#from = from;
    this.#frame =
      session.preferences.get().showGuides && from.size <= MAX_DRAGGED
        ? union([...from.keys()].flatMap((id) => session.scene.box(id) ?? []))
        : null;
  }

  /** @param isFree neither guides nor grid hold it. */
  place(dx: number, dy: number, isFree: boolean): { held: Map<string, XY>; guides: Guides } {
    const { snapToGrid } = this.#session;
    const guides = isFree ? NO_GUIDES : this.#guides(dx, dy);
    const held = new Map<string, XY>();
    for (const [id, at] of this.#from) {
      const free = { x: at.x + dx, y: at.y + dy };
      const onGrid = snapped(free, snapToGrid && !isFree);
      held.set(id, {
        x: guides.dx === null ? onGrid.x : Math.round(free.x + guides.dx),
        y: guides.dy === null ? onGrid.y : Math.round(free.y + guides.dy),
      });
    }
    return { held, guides };
  }

  #guides(dx: number, dy: number): Guides {
    const { scene, view } = this.#session;
    if (this.#frame === null || view.view.zoom < GUIDES_FROM_ZOOM) return NO_GUIDES;
    const moving = { ...this.#frame, x: this.#frame.x + dx, y: this.#frame.y + dy };
    const neighbors = scene.nodesIn(grow(moving, AROUND)).filter(({ id }) => !this.#from.has(id));
    const near =
      neighbors.length <= MAX_NEIGHBORS
        ? neighbors
        : neighbors
            .toSorted((one, other) => distance(one, moving) - distance(other, moving))
            .slice(0, MAX_NEIGHBORS);
    return guidesFor(moving, near, REACH / view.view.zoom);
  }
}
