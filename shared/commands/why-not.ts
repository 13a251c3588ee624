import type { CommandContext } from './context.ts';
import { commandTable, type CommandId } from './index.ts';

/** What would make commands usable, and the sentence that says so. */
interface Remedy {
  sentence: string;
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
  { sentence: 'Close the comparison first.', part: always({ canvasCovered: false }) },
  { sentence: 'Choose a service that takes projects first.', part: always({ serviceSelected: true }) },
  { sentence: 'Choose a project first.', part: always({ projectSelected: true }) },
  { sentence: 'This service lacks the nodes for it.', part: always({ beginsWithPhoto: true }) },
  { sentence: 'This service lacks the nodes for it.', part: always({ beginsWithText: true }) },
  { sentence: 'There are no nodes yet. Add one first.', part: always({ nodes: 1 }) },
  { sentence: 'No run is going on.', part: always({ activeRuns: 1 }) },
  { sentence: 'Select a node first.', part: always({ selectedNodes: 1, selectedFrames: 0 }) },
  {
    sentence: 'Select one node that has a pin to connect first.',
    part: always({ selectedNodes: 1, canConnect: true }),
  },
  {
    sentence: 'Select one node first.',
    part: always({ selectedNodes: 1, selectedItems: 0, selectedLines: 0 }),
  },
  { sentence: 'Select at least two nodes first.', part: always({ selectedNodes: 2 }) },
  { sentence: 'Select at least three nodes first.', part: always({ selectedNodes: 3 }) },
  {
    sentence: 'Select one wire first.',
    part: always({ selectedWires: 1, drawnWires: 1, namedWires: 0 }),
  },
  { sentence: 'Select a wire that goes by name first.', part: always({ selectedWires: 1, namedWires: 1 }) },
  { sentence: 'Select a wire that has points first.', part: always({ reroutedWires: 1 }) },
  {
    sentence: 'Select a frame first.',
    part: always({ selectedItems: 1, selectedFrames: 1, collapsedFrames: 0 }),
  },
  { sentence: 'Select a collapsed frame first.', part: always({ selectedFrames: 1, collapsedFrames: 1 }) },
  { sentence: 'Look at a picture first.', part: always({ viewedKind: 'image' }) },
  { sentence: 'There is no other output to go to.', part: always({ viewedCount: 2 }) },
  { sentence: 'Compare outputs first.', part: always({ comparedKind: 'other' }) },
  { sentence: 'Only pictures are compared so.', part: always({ comparedKind: 'image' }) },
  { sentence: 'It cannot be enlarged any more.', part: always({ canZoomIn: true }) },
  { sentence: 'It cannot be made smaller any more.', part: always({ canZoomOut: true }) },
  { sentence: 'The run that is shown has no outputs to use.', part: always({ canApply: true }) },
  { sentence: 'Choose a run first.', part: always({ runSelected: true }) },
  { sentence: 'This run made nothing.', part: always({ runSelected: true, runMade: true }) },
  { sentence: 'This run has ended.', part: always({ runSelected: true, runGoesOn: true }) },
  { sentence: 'Whether a film has it is not known yet.', part: always({ runFilmKnown: true }) },
  { sentence: 'Mark at least two runs first.', part: always({ runsMarked: 2 }) },
  { sentence: 'Choose an output first.', part: always({ runOutputs: 1, runOutputSelected: true }) },
  { sentence: 'There is no other output.', part: always({ runOutputs: 2, runOutputSelected: true }) },
  {
    sentence: 'Only files can be used so.',
    part: always({ runOutputSelected: true, runOutputIsFile: true }),
  },
  { sentence: 'Choose an output first.', part: always({ galleryOutputs: 1 }) },
  { sentence: 'Choose an output first.', part: always({ galleryOutputs: 1, gallerySelected: 1 }) },
  { sentence: 'Choose at least two outputs first.', part: always({ galleryOutputs: 2, gallerySelected: 2 }) },
  { sentence: 'Mark a cell of the grid first.', part: always({ gridCell: true }) },
  { sentence: 'This cell has no result yet.', part: always({ gridCell: true, gridResult: true }) },
  { sentence: 'This cell has its result already.', part: always({ gridCell: true, gridResult: false }) },
  {
    sentence: 'There is no film here.',
    part: always({ film: { playing: false, loops: false, muted: false, hasRange: false } }),
  },
  {
    sentence: 'Set a part to play first.',
    part: always({ film: { playing: false, loops: false, muted: false, hasRange: true } }),
  },
  { sentence: 'There is no storyboard with scenes yet.', part: always({ storyboardOpen: true }) },
  { sentence: 'Choose a shot first.', part: always({ storyboardOpen: true, storyboardShots: 1 }) },
  {
    sentence: 'Choose at least two shots first.',
    part: always({ storyboardOpen: true, storyboardShots: 2 }),
  },
  {
    sentence: 'Choose a shot that has a file first.',
    part: always({ storyboardShots: 1, storyboardFile: true }),
  },
  {
    sentence: 'No run made the file of this shot.',
    part: always({ storyboardShots: 1, storyboardMade: true }),
  },
  { sentence: 'This service does not run previews for nothing.', part: always({ canBeLive: true }) },
  { sentence: 'The timeline is only looked at.', part: inTimeline({ editable: true }) },
  { sentence: 'Choose a clip first.', part: inTimeline({ clips: 1 }) },
  { sentence: 'Choose at least two clips first.', part: inTimeline({ clips: 2 }) },
  { sentence: 'Choose a file under “Add files” first.', part: inTimeline({ source: true }) },
  { sentence: 'The playhead is not inside a clip.', part: inTimeline({ underPlayhead: 'clip' }) },
  {
    sentence: 'The playhead is not inside the chosen clip.',
    part: inTimeline({ clips: 1, underPlayhead: 'selected' }),
  },
  { sentence: 'The playhead is not over a chosen video.', part: inTimeline({ clips: 1, canFreeze: true }) },
  { sentence: 'Choose a caption or title first.', part: inTimeline({ words: true }) },
  { sentence: 'There are no captions yet.', part: inTimeline({ captions: true }) },
  { sentence: 'Choose a gap first.', part: inTimeline({ gap: true }) },
  { sentence: 'Choose a video with its own sound first.', part: inTimeline({ sounding: true }) },
  { sentence: 'Choose a clip beside another one first.', part: inTimeline({ clips: 1, dissolve: 'can' }) },
  { sentence: 'The clip was not made from a shot.', part: inTimeline({ shot: true }) },
  { sentence: 'No run made the file of the clip.', part: inTimeline({ made: true }) },
  { sentence: 'No file is missing.', part: inTimeline({ missing: true, clipMissing: true }) },
  { sentence: 'Choose a track first.', part: inTimeline({ track: FREE_TRACK }) },
];

/** What a command that is not there says, and what is left where no single thing is missing. */
export const cannotNow = (title: string): string => `“${title.replace(/…$/, '')}” cannot be done here now.`;

/**
 * Why a command cannot be used, in a sentence that says what to do.
 * @param title as it is called now.
 * @param isHandled whether a part of the page does it at all.
 */
export function whyNotUsable(
  id: CommandId,
  context: CommandContext,
  title: string,
  isHandled: boolean,
): string {
  const { when, whyNot, unusable } = commandTable[id];
  if (!isHandled || when === undefined) return cannotNow(title);
  const own = whyNot?.(context) ?? unusable;
  if (own !== undefined) return own;
  const single = REMEDIES.find(({ part }) => when({ ...context, ...part(context) }));
  if (single) return single.sentence;
  // Two things are missing: the first of them is said.
  const first = REMEDIES.find(({ part }) => {
    const better = { ...context, ...part(context) };
    return REMEDIES.some((candidate) => when({ ...better, ...candidate.part(better) }));
  });
  return first?.sentence ?? cannotNow(title);
}
