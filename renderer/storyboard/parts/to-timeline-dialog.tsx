import { Clapperboard } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import type { FindLibraryFile } from '#shared/storyboard/media.ts';
import { timelineExt, type TimelineDocument } from '#shared/timeline/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { words } from '#renderer/words/index.ts';
import {
  keepVersionBefore,
  mediaDocuments,
  useDocumentSession,
  useOpenDocument,
  type DocumentSession,
} from '#renderer/documents/index.ts';
import {
  Button,
  Dialog,
  DialogStack,
  ErrorState,
  NumberField,
  Select,
  showToast,
  Skeleton,
  TextField,
} from '#renderer/ui/index.ts';
import { ToTimelineReport } from './to-timeline-report.tsx';
import {
  LINES,
  RATES,
  useConversion,
  type TimelineChoices,
  type UpdateSelection,
} from '../model/use-conversion.ts';
import css from './to-timeline.module.css';

const t = words.storyboard.toTimelineDialog;

interface ToTimelineProps {
  connectionId: string;
  projectId: string;
  board: StoryboardDocument;
  find: FindLibraryFile;
  onShowTimeline: () => void;
  /** Whether the timeline is shown as soon as it is made. */
  returns: boolean;
  onClose: () => void;
}

/** Makes the timeline of the project from the board, or brings over what the board changed since. */
export function ToTimelineDialog(props: ToTimelineProps): ReactElement {
  const { connectionId, projectId, onClose } = props;
  const { session, error, retry } = useOpenDocument(mediaDocuments.timeline, connectionId, projectId);
  if (session) return <SelectOption {...props} session={session} />;
  return (
    <Dialog open width={560} title={t.makeTimeline} onClose={onClose}>
      {error === null ? (
        <div aria-busy="true" aria-label={t.loadingTimeline}>
          <Skeleton width="100%" height={120} />
        </div>
      ) : (
        <ErrorState title={t.timelineCouldNotRead} text={describeProblem(error)} onRetry={retry} />
      )}
    </Dialog>
  );
}

/** The message that the timeline is made, which stays with the board. */
export const TIMELINE_CREATED = t.timelineBoard;
const texts = words.boardUpdate;
const NEW_TIMELINE = t.eachShotClipWhen;
const EDITED_TIMELINE = t.changedBoardOverEdited;

/** Says that the timeline is made. The way to it stays until it is gone or put away; leaving the board takes it along. */
function notifyCreated(isFirst: boolean, onShow: (() => void) | null): void {
  showToast({
    kind: 'ok',
    title: isFirst ? texts.made : texts.updated,
    ...(onShow && { id: TIMELINE_CREATED, timeout: 0, action: { label: texts.showTimeline, run: onShow } }),
  });
}

function SelectOption({
  connectionId,
  projectId,
  board,
  find,
  session,
  onShowTimeline,
  returns,
  onClose,
}: ToTimelineProps & { session: DocumentSession<TimelineDocument> }): ReactElement {
  const { document } = useDocumentSession(session);
  const stored = timelineExt(document).board;
  const isNew = document.timeline.clips.length === 0 && !stored;
  const [choices, setChoices] = useState<TimelineChoices>({
    name: board.name,
    frameRate: 24,
    lines: 1080,
    defaultDuration: stored?.defaultDuration ?? board.settings.defaultFrameDuration,
  });
  const [selection, setRequested] = useState<UpdateSelection>({ moveAlong: true, left: new Set() });
  const conversion = useConversion({ connectionId, board, find, current: document, choices, selection });
  const { update } = conversion;
  const locked = document.timeline.tracks.find(({ id, locked: is }) => is && id === stored?.trackId);
  const isUpToDate = update?.document === document;
  const make = () => {
    if (!update) return;
    const step = update.isFirst ? texts.stepMake : texts.stepUpdate;
    keepVersionBefore({ connectionId, projectId, kind: 'timeline' }, session.getState(), step);
    session.change(step, () => update.document);
    notifyCreated(update.isFirst, returns ? null : onShowTimeline);
    onClose();
    if (returns) onShowTimeline();
  };
  return (
    <Dialog
      open
      width={560}
      title={isNew ? t.makeTimeline : t.bringStoryboardTimeline}
      description={isNew ? NEW_TIMELINE : EDITED_TIMELINE}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button
            variant="primary"
            icon={<Clapperboard aria-hidden />}
            disabledReason={locked ? words.whyNot.trackLocked : disabledReason(conversion, isUpToDate)}
            onClick={make}
          >
            {isNew ? t.makeTimeline2 : t.updateTimeline}
          </Button>
        </>
      }
    >
      <DialogStack>
        <Choices isNew={isNew} choices={choices} onChange={setChoices} />
        {locked ? (
          <p className={css['note']} role="status">
            {t.trackLocked(locked.name || 'Storyboard')}
          </p>
        ) : (
          <ToTimelineReport
            conversion={conversion}
            board={board}
            current={document}
            isNew={isNew}
            isUpToDate={isUpToDate}
            selection={selection}
            onSelect={setRequested}
          />
        )}
      </DialogStack>
    </Dialog>
  );
}

/** What a timeline can be told before it is there; later only how long shots without a length are. */
function Choices({
  isNew,
  choices,
  onChange,
}: {
  isNew: boolean;
  choices: TimelineChoices;
  onChange: (choices: TimelineChoices) => void;
}): ReactElement {
  return (
    <div className={css['choices']}>
      {isNew ? (
        <>
          <TextField
            label={t.name}
            value={choices.name}
            onValueChange={(name) => onChange({ ...choices, name })}
          />
          <Select
            label={t.frameRate}
            value={String(choices.frameRate)}
            options={RATES.map((rate) => ({ value: String(rate), label: t.fps(rate) }))}
            onValueChange={(rate) => onChange({ ...choices, frameRate: Number(rate) })}
          />
          <Select
            label={t.size}
            value={String(choices.lines)}
            options={LINES.map(({ lines, label }) => ({ value: String(lines), label }))}
            onValueChange={(lines) => onChange({ ...choices, lines: Number(lines) })}
          />
        </>
      ) : null}
      <NumberField
        label={t.secondsShotLength}
        value={choices.defaultDuration}
        min={0.1}
        step={0.5}
        onValueCommitted={(seconds) =>
          seconds !== null && seconds > 0 && onChange({ ...choices, defaultDuration: seconds })
        }
      />
    </div>
  );
}

/** Why the timeline cannot be made of the board now; null where it can. */
function disabledReason(
  { update, error }: ReturnType<typeof useConversion>,
  isCompleted: boolean,
): string | null {
  if (!update) return error ? words.whyNot.notRead : words.whyNot.stillReading;
  return isCompleted ? words.whyNot.timelineIsCurrent : null;
}
