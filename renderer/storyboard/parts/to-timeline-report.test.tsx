import { useMemo, useState, type ReactElement } from 'react';
import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { clipsOfBoard } from '#shared/storyboard/board-clips.ts';
import { timelineFromBoard } from '#shared/storyboard/board-timeline.ts';
import { storyboardToTimeline, validateStoryboard } from '#shared/storyboard/index.ts';
import {
  emptyTimeline,
  TimelineClip,
  withTimelineExt,
  type TimelineDocument,
} from '#shared/timeline/index.ts';
import { ToTimelineReport } from './to-timeline-report.tsx';
import type { UpdateSelection } from '../model/use-conversion.ts';

function boardOf(...shots: { name: string; durationSeconds: number; transition?: string }[]) {
  const checked = validateStoryboard({
    serviceType: 'storyboard',
    version: 1,
    name: 'Harbor',
    sequences: [{ id: 's', shots: shots.map((shot, index) => ({ id: `${index}`, ...shot })) }],
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return checked.document;
}
type Board = ReturnType<typeof boardOf>;

function bring(board: Board, current: TimelineDocument, wanted?: UpdateSelection) {
  const converted = storyboardToTimeline(board, { frameRate: 25 }, () => undefined);
  if (!converted.ok) throw new Error(converted.message);
  const made = clipsOfBoard(board, converted.document, () => undefined);
  const update = timelineFromBoard(current, made, converted.document, null, wanted);
  if (!update) throw new Error('Nothing can be made.');
  return update;
}

/** The board brought to the timeline, with a sound, a marker and a title of a person; the title was made shorter there. */
function edited(): TimelineDocument {
  const { document } = bring(
    boardOf({ name: 'Kettle', durationSeconds: 2 }, { name: 'Cup', durationSeconds: 4.5 }),
    emptyTimeline('Timeline'),
  );
  const { timeline } = document;
  const [track] = timeline.tracks;
  if (!track) throw new Error('There is no track.');
  const beeps = TimelineClip.parse({
    id: 'beeps',
    trackId: 'sound',
    name: 'beeps',
    type: 'audio',
    startTime: 3,
    duration: 1,
  });
  const clips = timeline.clips.map((clip) => (clip.name === 'Cup' ? { ...clip, duration: 3 } : clip));
  const made = {
    ...document,
    timeline: { ...timeline, clips: [...clips, beeps], tracks: [track, { ...track, id: 'sound' }] },
  };
  const markers = [{ id: 'm', time: 4, duration: 0, name: 'Cut music here', color: 'red', words: '' }];
  return withTimelineExt(made, { markers }) ?? made;
}

function Report({ board, current }: { board: Board; current: TimelineDocument }): ReactElement {
  const [wanted, onWant] = useState<UpdateSelection>({ moveAlong: true, left: new Set() });
  const update = useMemo(() => bring(board, current, wanted), [board, current, wanted]);
  return (
    <ToTimelineReport
      conversion={{ update, left: [], error: null, retry: () => undefined }}
      board={board}
      current={current}
      isNew={false}
      isUpToDate={false}
      selection={wanted}
      onSelect={onWant}
    />
  );
}

it('says each change with its values, what is kept and what moves along, and leaves out what is not ticked', async () => {
  const board = boardOf(
    { name: 'Teapot', durationSeconds: 5 },
    { name: 'Cup', durationSeconds: 4.5, transition: 'dissolve' },
    { name: 'The end', durationSeconds: 1 },
  );
  await render(<Report board={board} current={edited()} />);
  const part = (name: string | RegExp) => page.getByRole('region', { name });
  const changes = part('4 changes of the board');
  await expect
    .element(changes)
    .toHaveTextContent(
      '4 changes of the boardKettle length 2 s → 5 sKettle name Kettle → TeapotCup comes in Cut → DissolveThe end new, after “Cup”, 1 s long',
    );
  await expect
    .element(part('Kept as edited on the timeline'))
    .toMatchTextContent(/Cup stays 3 s long, the board says 4.5 s/);
  await expect
    .element(part('2 move along'))
    .toMatchTextContent(
      /beeps 00:00:03:00 → 00:00:06:00, with “Cup”Cut music here 00:00:04:00 → 00:00:07:00, with “Cup”/,
    );

  await page.getByRole('checkbox', { name: /^Sounds, captions, markers/ }).click();
  await expect
    .element(part('Look at these afterwards'))
    .toMatchTextContent(/beeps stays at 00:00:03:00, while its shot moves/);
  await page.getByRole('checkbox', { name: 'Bring over: Kettle, length 2 s → 5 s' }).click();
  // Nothing changes its place then.
  await expect.element(part('Look at these afterwards')).not.toBeInTheDocument();
});
