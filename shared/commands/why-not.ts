import type { CommandContext } from './context.ts';
import { commandTable, type CommandId } from './index.ts';
import type { Reason } from './reasons.ts';
import { englishCommandWords, type CommandWords } from './words.ts';

/** What would make commands usable, and what to say then. */
interface Remedy {
  reason: Reason;
  part: (context: CommandContext) => Partial<CommandContext>;
}

const inTimeline =
  (part: Partial<CommandContext['timeline']>): Remedy['part'] =>
  ({ timeline }) => ({ timeline: { ...timeline, ...part } });
const always =
  (part: Partial<CommandContext>): Remedy['part'] =>
  () =>
    part;

const FREE_TRACK = { muted: false, solo: false, hidden: false, locked: false };

/** In the order in which a person meets what is missing. */
const REMEDIES: readonly Remedy[] = [
  { reason: 'close-comparison', part: always({ canvasCovered: false }) },
  { reason: 'choose-service-takes-projects', part: always({ serviceSelected: true }) },
  { reason: 'choose-project', part: always({ projectSelected: true }) },
  { reason: 'this-service-lacks-nodes', part: always({ beginsWithPhoto: true }) },
  { reason: 'this-service-lacks-nodes', part: always({ beginsWithText: true }) },
  { reason: 'there-no-nodes-yet', part: always({ nodes: 1 }) },
  { reason: 'no-run-going', part: always({ activeRuns: 1 }) },
  { reason: 'select-node', part: always({ selectedNodes: 1, selectedFrames: 0 }) },
  {
    reason: 'select-one-node-has',
    part: always({ selectedNodes: 1, canConnect: true }),
  },
  { reason: 'select-node-with-mask', part: always({ selectedNodes: 1, canDrawMask: true }) },
  {
    reason: 'select-node-with-handles',
    part: always({ selectedNodes: 1, canEditOnPicture: true }),
  },
  {
    reason: 'select-one-node',
    part: always({ selectedNodes: 1, selectedItems: 0, selectedLines: 0 }),
  },
  { reason: 'select-least-two-nodes', part: always({ selectedNodes: 2 }) },
  { reason: 'select-least-three-nodes', part: always({ selectedNodes: 3 }) },
  {
    reason: 'select-one-wire',
    part: always({ selectedWires: 1, drawnWires: 1, namedWires: 0 }),
  },
  { reason: 'select-wire-goes-by', part: always({ selectedWires: 1, namedWires: 1 }) },
  { reason: 'select-wire-has-points', part: always({ reroutedWires: 1 }) },
  {
    reason: 'select-frame',
    part: always({ selectedItems: 1, selectedFrames: 1, collapsedFrames: 0 }),
  },
  { reason: 'select-collapsed-frame', part: always({ selectedFrames: 1, collapsedFrames: 1 }) },
  { reason: 'select-group', part: always({ selectedItems: 1, selectedGroups: 1 }) },
  { reason: 'select-linked-group', part: always({ linkedGroups: 1 }) },
  { reason: 'select-group-with-source', part: always({ groupsWithSource: 1 }) },
  { reason: 'open-group', part: always({ openGroups: 1 }) },
  { reason: 'look-picture', part: always({ viewedKind: 'image' }) },
  { reason: 'compare-outputs', part: always({ comparedKind: 'other' }) },
  { reason: 'only-pictures-compared', part: always({ comparedKind: 'image' }) },
  { reason: 'cannot-be-enlarged-any', part: always({ canZoomIn: true }) },
  { reason: 'cannot-be-made-smaller', part: always({ canZoomOut: true }) },
  { reason: 'run-shown-has-no', part: always({ canApply: true }) },
  { reason: 'choose-run', part: always({ runSelected: true }) },
  { reason: 'this-run-made-nothing', part: always({ runSelected: true, runHasOutputs: true }) },
  { reason: 'this-run-has-ended', part: always({ runSelected: true, runActive: true }) },
  { reason: 'whether-film-has-not', part: always({ runFilmAvailable: true }) },
  { reason: 'mark-least-two-runs', part: always({ runsMarked: 2 }) },
  { reason: 'choose-an-output', part: always({ runOutputs: 1, runOutputSelected: true }) },
  { reason: 'no-other-output', part: always({ runOutputs: 2, runOutputSelected: true }) },
  {
    reason: 'only-files-can-be',
    part: always({ runOutputSelected: true, runOutputIsFile: true }),
  },
  { reason: 'choose-an-output', part: always({ galleryOutputs: 1 }) },
  { reason: 'choose-an-output', part: always({ galleryOutputs: 1, gallerySelected: 1 }) },
  { reason: 'choose-least-two-outputs', part: always({ galleryOutputs: 2, gallerySelected: 2 }) },
  { reason: 'mark-cell-grid', part: always({ gridCell: true }) },
  { reason: 'this-cell-has-no', part: always({ gridCell: true, gridResult: true }) },
  { reason: 'this-cell-has-its', part: always({ gridCell: true, gridResult: false }) },
  {
    reason: 'there-no-film-here',
    part: always({ film: { playing: false, loops: false, muted: false, hasRange: false } }),
  },
  {
    reason: 'set-part-play',
    part: always({ film: { playing: false, loops: false, muted: false, hasRange: true } }),
  },
  { reason: 'there-no-storyboard-with', part: always({ storyboardOpen: true }) },
  { reason: 'choose-shot', part: always({ storyboardOpen: true, storyboardShots: 1 }) },
  {
    reason: 'choose-least-two-shots',
    part: always({ storyboardOpen: true, storyboardShots: 2 }),
  },
  {
    reason: 'choose-shot-has-file',
    part: always({ storyboardShots: 1, storyboardFile: true }),
  },
  {
    reason: 'no-run-made-file',
    part: always({ storyboardShots: 1, storyboardHasOrigin: true }),
  },
  { reason: 'this-service-does-not', part: always({ canBeLive: true }) },
  { reason: 'timeline-only-looked', part: inTimeline({ editable: true }) },
  { reason: 'choose-clip', part: inTimeline({ clips: 1 }) },
  { reason: 'choose-least-two-clips', part: inTimeline({ clips: 2 }) },
  { reason: 'choose-file-under-add', part: inTimeline({ source: true }) },
  { reason: 'playhead-not-inside-clip', part: inTimeline({ underPlayhead: 'clip' }) },
  {
    reason: 'playhead-not-inside-chosen',
    part: inTimeline({ clips: 1, underPlayhead: 'selected' }),
  },
  { reason: 'playhead-not-over-chosen', part: inTimeline({ clips: 1, canFreeze: true }) },
  { reason: 'choose-caption-or-title', part: inTimeline({ words: true }) },
  { reason: 'there-no-captions-yet', part: inTimeline({ captions: true }) },
  { reason: 'choose-gap', part: inTimeline({ gap: true }) },
  { reason: 'choose-video-with-its', part: inTimeline({ sounding: true }) },
  { reason: 'choose-clip-beside-another', part: inTimeline({ clips: 1, dissolve: 'can' }) },
  { reason: 'clip-was-not-made', part: inTimeline({ shot: true }) },
  { reason: 'no-run-made-file-clip', part: inTimeline({ hasOrigin: true }) },
  { reason: 'no-file-missing', part: inTimeline({ missing: true, clipMissing: true }) },
  { reason: 'choose-track', part: inTimeline({ track: FREE_TRACK }) },
];

/**
 * Why a command cannot be used, in a sentence that says what to do.
 * @param title as it is called now.
 * @param isHandled whether a part of the page does it at all.
 * @param words the language of the sentence; `title` is in it already.
 */
export function disabledReason(
  id: CommandId,
  context: CommandContext,
  title: string,
  isHandled: boolean,
  { reasons, unavailable }: Pick<CommandWords, 'reasons' | 'unavailable'> = englishCommandWords,
): string {
  const reason = isHandled ? reasonOf(id, context) : null;
  return reason === null ? unavailable(title.replace(/…$/, '')) : reasons[reason];
}

/** What is missing for a command; null where no single thing is. */
function reasonOf(id: CommandId, context: CommandContext): Reason | null {
  const { when, disabledReason, disabled } = commandTable[id];
  if (when === undefined) return null;
  const own = disabledReason?.(context) ?? disabled;
  if (own !== undefined) return own;
  const single = REMEDIES.find(({ part }) => when({ ...context, ...part(context) }));
  if (single) return single.reason;
  // Two things are missing: the first of them is said.
  const first = REMEDIES.find(({ part }) => {
    const better = { ...context, ...part(context) };
    return REMEDIES.some((candidate) => when({ ...better, ...candidate.part(better) }));
  });
  return first?.reason ?? null;
}
