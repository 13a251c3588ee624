import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { recordedOutputOf, type Batch, type BatchItem, type RecordedOutput } from '#shared/desk/index.ts';
import { keysLabel, runKeyCommand, useCommandContext, useCommands } from '#renderer/commands/index.ts';
import { callDesk, describeProblem } from '#renderer/desk/index.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import {
  openCompare,
  openViewer,
  OutputThumbnail,
  viewedOutput,
  type ViewedItem,
} from '#renderer/viewer/index.ts';
import { words } from '#renderer/words/index.ts';
import { namedOutput, outputOf } from './batch-outputs.ts';
import { useItems } from './queries.ts';
import css from './remake-wall.module.css';

const t = words.batches.wall;
const MAX_UNDO = 200;

type ItemMark = { starred?: boolean; hidden?: boolean };

const wallKeys = () => ({
  accept: keysLabel('grid.star', 'grid') ?? '',
  reject: keysLabel('grid.drop', 'grid') ?? '',
  compare: keysLabel('grid.compare', 'grid') ?? '',
  undo: keysLabel('grid.undo', 'grid') ?? '',
});

/** Whether the items of a batch make earlier outputs again. */
export const isRemake = ({ fields }: Batch): boolean => fields.some(({ of }) => of === 'output');

/** An earlier output as it is listed now; null once it is not any more. */
function usePreviousOutput(recorded: RecordedOutput | null) {
  return useQuery({
    queryKey: ['desk', 'output', recorded?.outputId ?? ''],
    queryFn: ({ signal }) =>
      callDesk('getOutput', { params: { outputId: recorded?.outputId ?? '' }, signal }),
    enabled: recorded !== null,
    retry: false,
  });
}

/** What the viewer shows of an item: what was made anew. */
function newOutputOf(batch: Batch, item: BatchItem, recorded: RecordedOutput | null): ViewedItem | null {
  const output = outputOf(item, recorded?.key ?? null);
  if (output === undefined) return null;
  return {
    ...namedOutput(output),
    label: recorded?.title ?? output.key,
    connectionId: batch.connectionId,
    runId: item.runId,
    nodeId: recorded?.nodeId ?? null,
    projectId: batch.origin.kind === 'graph' ? batch.origin.projectId : null,
  };
}

/** Marks of items, one after the other, with the last ones to be taken back. */
function useItemMarks(batchId: string) {
  const history = useRef<{ index: number; before: ItemMark }[]>([]);
  const sending = useRef<Promise<unknown>>(Promise.resolve());
  const send = (index: number, mark: ItemMark): void => {
    sending.current = sending.current
      .then(() => callDesk('changeBatchItems', { params: { batchId }, body: { items: [index], ...mark } }))
      .catch((error: unknown) =>
        showToast({ kind: 'error', title: t.markNotSaved, description: describeProblem(error) }),
      );
  };
  return {
    mark(item: BatchItem, mark: ItemMark): void {
      const before: ItemMark = { starred: item.starred, hidden: item.hidden };
      history.current = [...history.current, { index: item.index, before }].slice(-MAX_UNDO);
      send(item.index, mark);
    },
    undo(): void {
      const last = history.current.pop();
      if (last) send(last.index, last.before);
      else showToast({ title: t.noMarkUndo, id: 'wall-mark' });
    },
  };
}

/** The old beside the new: each pair is kept or dropped by keys. */
export function RemakeWall({ batch }: { batch: Batch }): ReactElement {
  const items = useItems(batch.id);
  const { total } = batch.counts;
  items.ensure(0, total);
  const [focusIndex, setFocusIndex] = useState(0);
  const wall = useRef<HTMLDivElement>(null);
  const item = items.get(focusIndex);
  const recorded = item === undefined ? null : recordedOutputOf(batch.fields, item.values);
  useWallCommands({ batch, item, recorded });

  const focusAt = (index: number): void => {
    const next = Math.max(0, Math.min(total - 1, index));
    setFocusIndex(next);
    wall.current?.querySelectorAll<HTMLElement>('[data-pair]')[next]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = stepOf(event, wall.current);
    if (step === null) return void runKeyCommand('grid', event.nativeEvent);
    event.preventDefault();
    focusAt(focusIndex + step);
  };
  return (
    <div className={css['scroll']}>
      <p className={css['hint']}>{t.hint(wallKeys())}</p>
      <div
        ref={wall}
        className={css['wall']}
        role="listbox"
        tabIndex={-1}
        aria-label={t.label}
        onKeyDown={onKeyDown}
      >
        {Array.from({ length: total }, (_, index) => (
          <Pair
            key={index}
            batch={batch}
            item={items.get(index)}
            isFocused={index === focusIndex}
            onFocus={() => setFocusIndex(index)}
          />
        ))}
      </div>
    </div>
  );
}

/** How far an arrow goes: down and up by a row of as many as lie beside each other. */
function stepOf(event: KeyboardEvent, wall: HTMLElement | null): number | null {
  const pairs = [...(wall?.querySelectorAll<HTMLElement>('[data-pair]') ?? [])];
  const top = pairs[0]?.offsetTop;
  const columns = Math.max(1, pairs.filter((pair) => pair.offsetTop === top).length);
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -pairs.length,
    End: pairs.length,
  };
  return steps[pressedKey(event)] ?? null;
}

function useWallCommands({
  batch,
  item,
  recorded,
}: {
  batch: Batch;
  /** The one that the keyboard is at. */
  item: BatchItem | undefined;
  recorded: RecordedOutput | null;
}): void {
  const marks = useItemMarks(batch.id);
  const previous = usePreviousOutput(recorded);
  const newOutput = item === undefined ? null : newOutputOf(batch, item, recorded);
  useCommandContext({
    gridCell: item !== undefined,
    gridResult: newOutput !== null,
    gridStarred: item?.starred === true,
    gridDropped: item?.hidden === true,
  });
  const compare = (): void => {
    if (newOutput === null || previous.data === undefined) {
      showToast({ title: t.noCompare, id: 'wall-compare' });
      return;
    }
    openCompare([viewedOutput(previous.data.output), newOutput]);
  };
  useCommands('grid', {
    'grid.open': () => newOutput && openViewer({ items: [newOutput], index: 0 }),
    'grid.choose': compare,
    'grid.compare': compare,
    'grid.star': () => item && marks.mark(item, { starred: !item.starred, hidden: false }),
    'grid.drop': () => item && marks.mark(item, { hidden: !item.hidden, starred: false }),
    'grid.skip': () => undefined,
    'grid.undo': () => marks.undo(),
    'grid.apply': () => showToast({ title: t.sourceHint, id: 'wall-apply' }),
  });
}

function Pair({
  batch,
  item,
  isFocused,
  onFocus,
}: {
  batch: Batch;
  item: BatchItem | undefined;
  isFocused: boolean;
  onFocus: () => void;
}): ReactElement {
  const recorded = item === undefined ? null : recordedOutputOf(batch.fields, item.values);
  const previous = usePreviousOutput(recorded);
  const newOutput = item === undefined ? null : newOutputOf(batch, item, recorded);
  const state = item === undefined ? '' : stateText(item);
  const title = recorded?.title ?? '';
  return (
    <div
      data-pair
      role="option"
      aria-selected={isFocused}
      tabIndex={isFocused ? 0 : -1}
      className={css['pair']}
      data-rejected={item?.hidden || undefined}
      data-accepted={item?.starred || undefined}
      onFocus={onFocus}
      onDoubleClick={() => newOutput && openViewer({ items: [newOutput], index: 0 })}
    >
      <figure className={css['side']}>
        <span className={css['picture']}>
          {previous.data ? (
            <OutputThumbnail
              connectionId={batch.connectionId}
              named={viewedOutput(previous.data.output)}
              variant="preview"
            />
          ) : previous.isError ? (
            <span className={css['quiet']}>{t.missing}</span>
          ) : null}
        </span>
        <figcaption>{t.previous}</figcaption>
      </figure>
      <figure className={css['side']}>
        <span className={css['picture']}>
          {newOutput ? (
            <OutputThumbnail connectionId={batch.connectionId} named={newOutput} variant="preview" />
          ) : (
            <span className={css['quiet']}>{item?.error ?? state}</span>
          )}
        </span>
        <figcaption>{t.newOutput}</figcaption>
      </figure>
      <p className={css['caption']} dir="auto">
        {title}
        <span>{state}</span>
      </p>
    </div>
  );
}

function stateText({ state, starred, hidden }: BatchItem): string {
  if (hidden) return t.rejected;
  if (starred) return t.accepted;
  if (state === 'waiting') return t.pending;
  if (state === 'submitted') return t.running;
  return state === 'done' ? '' : t.failed;
}
