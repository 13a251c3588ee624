import type { PatchOperation } from '../api/schemas/documents.ts';
import { assertNever } from '../language/assert-never.ts';
import { joinKey } from '../language/join-key.ts';

/** Whose value stands where two people changed the same field. */
export type Side = 'mine' | 'theirs';

/**
 * Where two sides of a merge meant different things, in whichever document of a project. What becomes of it is said by
 * `clashRule`.
 */
export type Clash<CanvasKind extends string = string> =
  | {
      of: 'graph';
      nodeId: string;
      /** `title`, `inputs.<name>`, `wire.<input name>`, or `node` when one side deleted what the other changed. */
      field: string;
      /** The input, for `inputs.` and `wire.`. */
      input?: string;
      /** Titles are strings or null, inputs are input values or null, wires are their `from` or null, nodes are nodes or null. */
      base: unknown;
      mine: unknown;
      theirs: unknown;
      /** Applied to the merged graph, they put mine in the place of theirs. */
      operations: PatchOperation[];
      /** Why both cannot be had, where that is not plain: a sentence. */
      reason?: string;
    }
  | {
      of: 'canvas';
      kind: CanvasKind;
      id: string;
      /** Null is the item as a whole: one side deleted what the other changed. */
      field: string | null;
      mine: unknown;
      theirs: unknown;
    }
  /** Of a storyboard or a timeline. */
  | {
      of: 'document';
      /** Fields and ids from the document down, with dots: `timeline.clips.c1.opacity`. */
      path: string;
      /** `removed-here`, `removed-there`: one side removed what the other changed. `texts-joined`: both wrote in one place of a text. */
      how: 'both-changed' | 'removed-here' | 'removed-there' | 'texts-joined';
      mine: unknown;
      theirs: unknown;
    };

/** A clash in one part of a project. */
export type ClashOf<Part extends Clash['of'], CanvasKind extends string = string> = Extract<
  Clash<CanvasKind>,
  { of: Part }
>;

/**
 * What stands: `asked`: theirs, until somebody chooses; saving waits for the answer. `mine`: what this window has.
 * `changed`: what one side changed and the other removed. `both`: both texts, one behind the other. All but the first
 * are merged at once, and said.
 */
export type ClashRule = 'asked' | 'mine' | 'changed' | 'both';

/**
 * The one rule of each kind of clash. A graph is a program: a value that nobody chose would run. Storyboards and timelines
 * are looked at while they are edited, and a step back is one key away. Where something lies never clashes: mine stands.
 */
export function clashRule(clash: Clash): ClashRule {
  switch (clash.of) {
    case 'graph':
    case 'canvas':
      return 'asked';
    case 'document':
      return documentRules[clash.how];
    default:
      return assertNever(clash);
  }
}

const documentRules: Readonly<Record<ClashOf<'document'>['how'], ClashRule>> = {
  'both-changed': 'mine',
  'removed-here': 'changed',
  'removed-there': 'changed',
  'texts-joined': 'both',
};

/** The field a clash is about; the same for both sides, and of different fields never the same. */
export function clashId(clash: Clash): string {
  switch (clash.of) {
    case 'graph':
      return joinKey(clash.nodeId, clash.field);
    case 'canvas':
      return joinKey('canvas', clash.kind, clash.id, clash.field ?? '');
    case 'document':
      return joinKey('document', clash.path);
    default:
      return assertNever(clash);
  }
}

/** Who deleted what the other changed; null where both changed it. */
export function deletedBy(clash: Clash): Side | null {
  switch (clash.of) {
    case 'graph':
      return clash.field === 'node' ? missing(clash) : null;
    case 'canvas':
      return clash.field === null ? missing(clash) : null;
    case 'document':
      if (clash.how === 'removed-here') return 'mine';
      return clash.how === 'removed-there' ? 'theirs' : null;
    default:
      return assertNever(clash);
  }
}

const missing = ({ mine }: Clash): Side => (mine === null ? 'mine' : 'theirs');
