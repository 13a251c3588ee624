import { grow, union, type Rect, type XY } from '../../geometry.ts';
import { guidesFor, NO_GUIDES, type Guides } from '../../scene/guides.ts';
import { snapped } from '../../model/editing.ts';
import type { EditorSession } from '../../session/editor-session.ts';

/** How near an edge must come to a line to stand on it. Pixels. */
const REACH = 6;
/** Below this zoom lines would be too many and nodes too small to place by them. */
const GUIDES_FROM_ZOOM = 0.3;
/** How far neighbors are looked for around what is dragged. Canvas units. */
const SEARCH_MARGIN = 700;
const MAX_NEIGHBORS = 60;
/** Of more nodes the edges of the whole say nothing that a person sees. */
const MAX_DRAGGED = 50;

const distance = (a: Rect, b: Rect): number =>
  Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2);

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
  snap(dx: number, dy: number, isFree: boolean): { positions: Map<string, XY>; guides: Guides } {
    const { snapToGrid } = this.#session;
    const guides = isFree ? NO_GUIDES : this.#guides(dx, dy);
    const positions = new Map<string, XY>();
    for (const [id, at] of this.#from) {
      const free = { x: at.x + dx, y: at.y + dy };
      const onGrid = snapped(free, snapToGrid && !isFree);
      positions.set(id, {
        x: guides.dx === null ? onGrid.x : Math.round(free.x + guides.dx),
        y: guides.dy === null ? onGrid.y : Math.round(free.y + guides.dy),
      });
    }
    return { positions, guides };
  }

  #guides(dx: number, dy: number): Guides {
    const { scene, view } = this.#session;
    if (this.#frame === null || view.view.zoom < GUIDES_FROM_ZOOM) return NO_GUIDES;
    const moving = { ...this.#frame, x: this.#frame.x + dx, y: this.#frame.y + dy };
    const neighbors = scene.nodesIn(grow(moving, SEARCH_MARGIN)).filter(({ id }) => !this.#from.has(id));
    const nearest =
      neighbors.length <= MAX_NEIGHBORS
        ? neighbors
        : neighbors.toSorted((a, b) => distance(a, moving) - distance(b, moving)).slice(0, MAX_NEIGHBORS);
    return guidesFor(moving, nearest, REACH / view.view.zoom);
  }
}
