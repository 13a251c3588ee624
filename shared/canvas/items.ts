import { z } from 'zod';
import { listUpTo, recordUpTo } from '../reading/counts.ts';
import { GROUP_KINDS, GROUP_SCHEMAS, groupShape } from './group-items.ts';

/**
 * Canvas items v1: what people put around the nodes of a graph to order it. They live in the metadata of a project under one
 * key, in canvas units. What lies inside a frame's rectangle belongs to it; nothing says so beside the places themselves.
 */

/** The key in the metadata of a project. All other keys there belong to others. */
export const CANVAS_KEY = 'patchbay.canvas';

export const CANVAS_VERSION = 1;

/** Items of one kind. */
export const MAX_ITEMS = 5000;
export const MAX_TITLE_LENGTH = 200;
export const MAX_NOTE_LENGTH = 10_000;

const Coordinate = z.number().min(-1e9).max(1e9);
const Length = z.number().min(1).max(1e6);
const Color = z.string().regex(/^#[0-9a-f]{6}$/, 'Write a color as #a1b2c3.');
const Point = z.strictObject({ x: Coordinate, y: Coordinate });

const Name = z.string().max(500);

/** What a collapsed frame holds: said once, so that nothing put down where it was open goes into it unseen. */
const FrameContent = z.strictObject({
  /** Ids of nodes. */
  nodes: listUpTo(MAX_ITEMS, Name),
  /** Frames, notes and lines as `kind:id`. */
  items: listUpTo(MAX_ITEMS, Name),
});
export type FrameContent = z.infer<typeof FrameContent>;

const CanvasFrame = z.strictObject({
  title: z.string().max(MAX_TITLE_LENGTH).optional(),
  color: Color.optional(),
  position: Point,
  /** While it is open. */
  size: z.strictObject({ width: Length, height: Length }),
  /** Set while it is shown as one tile in place of what it holds. */
  collapsed: FrameContent.optional(),
  locked: z.boolean().optional(),
});
export type CanvasFrame = z.infer<typeof CanvasFrame>;

const CanvasNote = z.strictObject({
  text: z.string().max(MAX_NOTE_LENGTH),
  color: Color.optional(),
  position: Point,
  size: z.strictObject({ width: Length, height: Length }),
  /** It becomes higher with what is typed in it: until a person gives it a size. */
  grows: z.boolean().optional(),
  locked: z.boolean().optional(),
});
export type CanvasNote = z.infer<typeof CanvasNote>;

/** Points of one line. */
export const MAX_LINE_POINTS = 100;
const WithinLine = z.number().min(0).max(1e6);

const CanvasLine = z.strictObject({
  /** The top left corner of what it covers. */
  position: Point,
  /** From its start on, from that corner. */
  points: listUpTo(MAX_LINE_POINTS, z.strictObject({ x: WithinLine, y: WithinLine })).refine(
    (points) => points.length > 1,
    'A line has two points at least.',
  ),
  color: Color.optional(),
  /** It points at what is at its end. */
  arrow: z.boolean().optional(),
});
export type CanvasLine = z.infer<typeof CanvasLine>;

/** What a node made, without the addresses of its files, which pass. */
const FrozenOutput = z.union([
  z.strictObject({
    type: Name,
    fileId: Name,
    filename: z.string().max(1000),
    contentType: Name,
    sizeBytes: z.int().min(0),
  }),
  z.strictObject({ type: Name, value: z.unknown() }),
]);

/** Results of one frozen node as JSON: larger ones are not kept. Characters. */
export const MAX_FROZEN_LENGTH = 8000;

/** By output pin. */
const FrozenOutputs = recordUpTo(50, FrozenOutput).refine(
  (outputs) => JSON.stringify(outputs).length <= MAX_FROZEN_LENGTH,
);

const CanvasNode = z.strictObject({
  color: Color.optional(),
  width: Length.optional(),
  collapsed: z.enum(['connected', 'changed']).optional(),
  muted: z.boolean().optional(),
  /** The input that goes past a muted node where several could. */
  passes: Name.optional(),
  /** What a run takes in place of running the node. */
  frozen: FrozenOutputs.optional(),
  locked: z.boolean().optional(),
});

export type CanvasNode = z.infer<typeof CanvasNode>;

const MAX_POINTS = 100;

const CanvasReroute = z.strictObject({
  /** The output that the wire comes from: points of another wire to the same input do not count. */
  from: z.tuple([Name, Name]),
  /** Where the wire passes, from its source on. */
  points: listUpTo(MAX_POINTS, Point),
  /** By what it goes, at both its ends, in place of a line across the canvas. */
  name: z.string().min(1).max(MAX_TITLE_LENGTH).optional(),
});
export type CanvasReroute = z.infer<typeof CanvasReroute>;

const CanvasBookmark = z.strictObject({ position: Point, zoom: z.number().min(0.001).max(10) });

/** The schema of one item of each kind. */
export const ITEM_SCHEMAS = {
  frames: CanvasFrame,
  notes: CanvasNote,
  lines: CanvasLine,
  nodes: CanvasNode,
  reroutes: CanvasReroute,
  bookmarks: CanvasBookmark,
  ...GROUP_SCHEMAS,
} as const;

export const CanvasItems = z.strictObject({
  version: z.literal(CANVAS_VERSION),
  /** By the id of the frame. */
  frames: recordUpTo(MAX_ITEMS, CanvasFrame).default({}),
  /** By the id of the note. */
  notes: recordUpTo(MAX_ITEMS, CanvasNote).default({}),
  /** Arrows and lines drawn over the nodes, by their id. */
  lines: recordUpTo(MAX_ITEMS, CanvasLine).default({}),
  /** By the id of the node. */
  nodes: recordUpTo(MAX_ITEMS, CanvasNode).default({}),
  /** By the `inputKey` of the pin a wire goes to. */
  reroutes: recordUpTo(MAX_ITEMS, CanvasReroute).default({}),
  /** By the digit of its key, 1 to 9. */
  bookmarks: recordUpTo(9, CanvasBookmark).default({}),
  ...groupShape,
});
export type CanvasItems = z.infer<typeof CanvasItems>;

export const CanvasKind = z.enum([
  'frames',
  'notes',
  'lines',
  'nodes',
  'reroutes',
  'bookmarks',
  'groups',
  'pins',
  'instances',
  'members',
]);
export type CanvasKind = z.infer<typeof CanvasKind>;

export const CANVAS_KINDS: readonly CanvasKind[] = CanvasKind.options;

/** How many items of a kind there may be. */
export const maxItemsOf = (kind: CanvasKind): number => (kind === 'bookmarks' ? 9 : MAX_ITEMS);

/** Whether there is anything on the canvas beside nodes. */
export const hasItems = (items: CanvasItems): boolean =>
  CANVAS_KINDS.some((kind) => Object.keys(items[kind]).length > 0);

/** The items without what is said of groups, as they are stored under their key. */
export const canvasOnly = (items: CanvasItems): Partial<CanvasItems> =>
  Object.fromEntries(
    Object.entries(items).filter(([kind]) => !GROUP_KINDS.some((groupKind) => groupKind === kind)),
  );

/** A project's canvas without items. */
export const emptyCanvas = (): CanvasItems => CanvasItems.parse({ version: CANVAS_VERSION });
