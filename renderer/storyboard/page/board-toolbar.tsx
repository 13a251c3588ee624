import { useMutation } from '@tanstack/react-query';
import {
  Clapperboard,
  Download,
  ImageDown,
  MoreHorizontal,
  Play,
  Plus,
  RectangleHorizontal,
  ScrollText,
  ShieldCheck,
  Upload,
} from 'lucide-react';
import type { ReactElement } from 'react';
import { endpoints } from '#shared/api/index.ts';
import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import { changeSettings, renameStoryboard } from '#shared/storyboard/editing.ts';
import { commands } from '#renderer/commands/index.ts';
import { apiFor, describeProblem } from '#renderer/desk/index.ts';
import { DocumentSaveMark, UndoButtons } from '#renderer/documents/index.ts';
import { formatSeconds } from '#renderer/timeline/index.ts';
import {
  Button,
  IconButton,
  Menu,
  NumberField,
  Popover,
  saveBlob,
  Select,
  showToast,
  TextField,
  type ToastOptions,
  pane,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { BoardSession } from '../model/board-actions.ts';
import type { ShotIssue } from '../model/shot-problems.ts';
import { useStoryboardFile } from './use-storyboard-file.tsx';
import css from '../parts/board.module.css';

const t = words.storyboard.boardToolbar;

const texts = words.storyboard;
const RATIOS = ['16:9', '2.39:1', '1.85:1', '4:3', '1:1', '4:5', '9:16'];

/** What the board is as a whole, and what can be done with all of it. */
export function BoardToolbar({
  connectionId,
  session,
  document,
  issues,
  checks,
  onCheck,
  onRejected,
  onPlay,
  onToTimeline,
  onAddScene,
}: {
  connectionId: string;
  session: BoardSession;
  document: StoryboardDocument;
  issues: ReadonlyMap<string, readonly ShotIssue[]>;
  /** Whether findings stand at their shots. */
  checks: boolean;
  onCheck: () => void;
  /** The service refused the storyboard that it was sent. */
  onRejected: (error: unknown, submitted: StoryboardDocument) => void;
  onPlay: () => void;
  onToTimeline: () => void;
  onAddScene: () => void;
}): ReactElement {
  const { settings, sequences } = document;
  const shots = sequences.flatMap((scene) => scene.shots);
  const total = shots.reduce((sum, shot) => sum + (shot.durationSeconds ?? settings.defaultFrameDuration), 0);
  const check = useCheck(connectionId, issues, onRejected);
  return (
    <div {...pane} className={css['toolbar']} role="toolbar" aria-label={words.common.storyboard}>
      <UndoButtons session={session} part="storyboard" />
      <DocumentSaveMark session={session} />
      <span className={css['summary']}>
        {words.counts.scenes(sequences.length)} · {words.counts.shots(shots.length)} · {formatSeconds(total)}
      </span>
      <span className={css['spring']} />
      <FormatButton session={session} document={document} />
      <Button
        size="small"
        icon={<ShieldCheck aria-hidden />}
        aria-pressed={checks}
        onClick={() => {
          onCheck();
          if (!checks) check.mutate(document);
        }}
      >
        {t.check}
      </Button>
      <Button size="small" icon={<Plus aria-hidden />} onClick={onAddScene}>
        {t.addScene}
      </Button>
      <Button
        size="small"
        icon={<Clapperboard aria-hidden />}
        disabledReason={shots.length === 0 ? words.whyNot.noShots : null}
        onClick={onToTimeline}
      >
        {t.timeline}
      </Button>
      <Button
        size="small"
        variant="primary"
        icon={<Play aria-hidden />}
        disabledReason={shots.length === 0 ? words.whyNot.noShots : null}
        onClick={onPlay}
      >
        {t.play}
      </Button>
      <FileMenu session={session} document={document} />
    </div>
  );
}

/** Asks the service whether it takes the storyboard, and says what came of it. */
function useCheck(
  connectionId: string,
  issues: ReadonlyMap<string, readonly ShotIssue[]>,
  onRejected: (error: unknown, submitted: StoryboardDocument) => void,
) {
  return useMutation({
    mutationFn: (document: StoryboardDocument) =>
      apiFor(connectionId)(endpoints.storyboards.validate, { body: { document } }),
    onSuccess: () => showToast(issueSummary(issues)),
    onError: (error, submitted) => {
      onRejected(error, submitted);
      showToast({ kind: 'error', title: texts.refused, description: describeProblem(error) });
    },
  });
}

/** What a check came to, in words. */
function issueSummary(issues: ReadonlyMap<string, readonly ShotIssue[]>): ToastOptions {
  const count = (matches: (issue: ShotIssue) => boolean) =>
    [...issues.values()].filter((found) => found.some(matches)).length;
  const problems = count(({ kind }) => kind === 'problem');
  const missingPictures = count(({ kind, isLeftOut }) => kind === 'hint' && !isLeftOut);
  const behind = count(({ isLeftOut }) => isLeftOut === true);
  const [title, ...remaining] = [
    ...(problems > 0 ? [texts.withProblems(problems)] : []),
    ...(missingPictures > 0 ? [texts.withoutPicture(missingPictures)] : []),
    ...(behind > 0 ? [texts.staysBehind(behind)] : []),
  ];
  if (title === undefined) return { kind: 'ok', title: texts.noProblems };
  const marked = problems > 0 ? texts.markedAtShots : texts.noOtherProblems;
  return { title, description: [...remaining.map((line) => `${line}.`), marked].join(' ') };
}

/** Takes a storyboard in from a file, and gives this one out as one. */
function FileMenu({
  session,
  document,
}: {
  session: BoardSession;
  document: StoryboardDocument;
}): ReactElement {
  const file = useStoryboardFile(session);
  return (
    <>
      {file.input}
      <Menu
        align="end"
        trigger={
          <IconButton label={t.overflowStoryboard}>
            <MoreHorizontal />
          </IconButton>
        }
        entries={[
          {
            id: 'script',
            label: t.fromScript,
            icon: <ScrollText aria-hidden />,
            onSelect: () => commands.run('storyboard.add-script'),
          },
          {
            id: 'append',
            label: t.importAppend,
            icon: <Upload aria-hidden />,
            onSelect: () => file.select('append'),
          },
          {
            id: 'replace',
            label: t.importReplace,
            icon: <Upload aria-hidden />,
            onSelect: () => file.select('replace'),
          },
          {
            id: 'save',
            label: t.savePdfPicture,
            icon: <ImageDown aria-hidden />,
            onSelect: () => commands.run('storyboard.save-board'),
          },
          {
            id: 'export',
            label: t.exportJson,
            icon: <Download aria-hidden />,
            onSelect: () =>
              saveBlob(
                new Blob([`${JSON.stringify(document, null, 2)}\n`], { type: 'application/json' }),
                `${document.name || 'Storyboard'}.json`,
              ),
          },
        ]}
      />
    </>
  );
}

/** Shape of the frames, and the length of shots that have none of their own. */
function FormatButton({
  session,
  document: { name, settings },
}: {
  session: BoardSession;
  document: StoryboardDocument;
}): ReactElement {
  const ratios = [...new Set([...RATIOS, settings.aspectRatio])];
  return (
    <Popover
      label={t.format}
      align="end"
      trigger={
        <Button
          size="small"
          icon={<RectangleHorizontal aria-hidden />}
          aria-label={t.formatOf(settings.aspectRatio)}
        >
          {settings.aspectRatio}
        </Button>
      }
    >
      <div className={css['format']}>
        <TextField
          label={t.nameStoryboard}
          value={name}
          maxLength={200}
          onValueChange={(text) =>
            session.change(t.nameStoryboard2, renameStoryboard(text), { gesture: 'name of storyboard' })
          }
        />
        <Select
          label={t.aspectRatio}
          value={settings.aspectRatio}
          options={ratios.map((value) => ({ value, label: value }))}
          onValueChange={(aspectRatio) =>
            session.change(t.changeAspectRatio, changeSettings({ aspectRatio }))
          }
        />
        <NumberField
          label={t.secondsShotLength}
          value={settings.defaultFrameDuration}
          min={0.1}
          step={0.5}
          onValueCommitted={(defaultFrameDuration) =>
            defaultFrameDuration !== null &&
            defaultFrameDuration > 0 &&
            session.change(t.changeDefaultLength, changeSettings({ defaultFrameDuration }))
          }
        />
      </div>
    </Popover>
  );
}
