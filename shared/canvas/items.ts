import { z } from 'zod';
import { listUpTo, recordUpTo } from '../reading/counts.ts';

/**
 * Canvas items v1: what people put around the nodes of a graph to order it. They live in the metadata of a project under one
 * key, in canvas units. Membership is a field of the member, so that two people can fill one frame without a clash.
 */

/** The key in the metadata of a project. All other keys there belong to others. */
export const CANVAS_KEY = 'patchbay.canvas';

export const CANVAS_VERSION = 1;

const MAX_ITEMS = 5000;
const MAX_TITLE_LENGTH = 200;
const MAX_NOTE_LENGTH = 10_000;

const Id = z.string().min(1).max(200);
const Coordinate = z.number().min(-1e9).max(1e9);
const Length = z.number().min(1).max(1e6);
const Color = z.string().regex(/^#[0-9a-f]{6}$/, 'Write a color as #a1b2c3.');
const Point = z.strictObject({ x: Coordinate, y: Coordinate });

const CanvasFrame = z.strictObject({
  title: z.string().max(MAX_TITLE_LENGTH).optional(),
  color: Color.optional(),
  position: Point,
  size: z.strictObject({ width: Length, height: Length }),
  collapsed: z.boolean().optional(),
  locked: z.boolean().optional(),
  /** The frame this one lies in. */
  frame: Id.optional(),
});

const CanvasNote = z.strictObject({
  text: z.string().max(MAX_NOTE_LENGTH),
  color: Color.optional(),
  position: Point,
  size: z.strictObject({ width: Length, height: Length }),
  frame: Id.optional(),
});

const CanvasNode = z.strictObject({
  color: Color.optional(),
  width: Length.optional(),
  collapsed: z.enum(['connected', 'changed']).optional(),
  muted: z.boolean().optional(),
  frozen: z.boolean().optional(),
  locked: z.boolean().optional(),
  frame: Id.optional(),
});

const CanvasReroute = z.strictObject({ points: listUpTo(100, Point) });

const CanvasBookmark = z.strictObject({ position: Point, zoom: z.number().min(0.001).max(10) });

export const CanvasItems = z.strictObject({
  version: z.literal(CANVAS_VERSION),
  /** By the id of the frame. */
  frames: recordUpTo(MAX_ITEMS, CanvasFrame).default({}),
  /** By the id of the note. */
  notes: recordUpTo(MAX_ITEMS, CanvasNote).default({}),
  /** By the id of the node. */
  nodes: recordUpTo(MAX_ITEMS, CanvasNode).default({}),
  /** By the node and pin a wire goes to. */
  reroutes: recordUpTo(MAX_ITEMS, CanvasReroute).default({}),
  /** By the digit of its key, 1 to 9. */
  bookmarks: recordUpTo(9, CanvasBookmark).default({}),
});
export type CanvasItems = z.infer<typeof CanvasItems>;

export type CanvasKind = Exclude<keyof CanvasItems, 'version'>;

export const CANVAS_KINDS: readonly CanvasKind[] = ['frames', 'notes', 'nodes', 'reroutes', 'bookmarks'];

/** A project's canvas without items. */
export const emptyCanvas = (): CanvasItems => CanvasItems.parse({ version: CANVAS_VERSION });
