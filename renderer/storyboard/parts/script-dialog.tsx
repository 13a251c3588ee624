import { useVirtualizer } from '@tanstack/react-virtual';
import { FileText } from 'lucide-react';
import { useDeferredValue, useMemo, useRef, useState, type ReactElement } from 'react';
import { scriptBoard, appendScript, type ScriptProblem } from '#shared/storyboard/script-board.ts';
import { formatSeconds } from '#renderer/timeline/index.ts';
import {
  Button,
  Checkbox,
  Dialog,
  DialogStack,
  NumberField,
  showToast,
  TextArea,
  TextField,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { BoardSession } from '../model/board-actions.ts';
import {
  changeScriptShot,
  includedScenes,
  includeScriptScene,
  readScriptFile,
  renameScriptScene,
  SCRIPT_FILES,
  scriptRows,
  scriptSums,
  includeAll,
  type ScriptRow,
  type ScriptSceneChoice,
} from '../model/script-choice.ts';
import css from './script-dialog.module.css';

const t = words.script;

const ROW_HEIGHT = 44;
const OVERSCAN = 8;
/** Seconds of one shot. */
const MAX_SHOT_SECONDS = 100_000;

interface ScriptChoice {
  /** The text that these scenes were read from. */
  text: string;
  scenes: readonly ScriptSceneChoice[];
  problem: ScriptProblem | null;
}

function readChoice(text: string): ScriptChoice {
  const read = scriptBoard(text);
  return read.ok
    ? { text, scenes: includeAll(read.board.scenes), problem: null }
    : { text, scenes: [], problem: read.problem };
}

/** A script is pasted or opened, becomes scenes and shots, which are edited before they come to the storyboard. */
export function ScriptDialog({
  session,
  onClose,
}: {
  session: BoardSession;
  onClose: () => void;
}): ReactElement {
  const [text, setText] = useState('');
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  // While a long script is read the field goes on taking what is typed.
  const readText = useDeferredValue(text);
  const fresh = useMemo(() => readChoice(readText), [readText]);
  const [edited, setEdited] = useState<ScriptChoice | null>(null);
  const choice = edited?.text === fresh.text ? edited : fresh;
  const included = useMemo(() => includedScenes(choice.scenes), [choice.scenes]);
  const sums = scriptSums(included);
  const isEmpty = text.trim() === '';
  const problem = fileProblem ?? (isEmpty || choice.problem === null ? null : t.problems[choice.problem]);
  const submit = (): void => {
    session.change(t.step, (document) =>
      appendScript(document, included, () => `script-${crypto.randomUUID()}`),
    );
    showToast({ kind: 'ok', title: t.added(sums.scenes, sums.shots) });
    onClose();
  };
  return (
    <Dialog
      open
      width={760}
      title={t.title}
      description={t.description}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button
            variant="primary"
            disabledReason={sums.shots > 0 ? null : isEmpty ? t.emptyReason : t.uncheckedReason}
            onClick={submit}
          >
            {t.add(sums.shots)}
          </Button>
        </>
      }
    >
      <DialogStack>
        <ScriptSource
          text={text}
          problem={problem}
          onText={(next) => {
            setFileProblem(null);
            setText(next);
          }}
          onProblem={setFileProblem}
        />
        {choice.scenes.length > 0 ? (
          <>
            <p className={css['sums']} role="status">
              {t.sums(sums.scenes, sums.shots, formatSeconds(sums.seconds))}
            </p>
            <ScriptList scenes={choice.scenes} onChange={(scenes) => setEdited({ ...choice, scenes })} />
          </>
        ) : null}
      </DialogStack>
    </Dialog>
  );
}

/** The field for the words, and what opens a file. */
function ScriptSource({
  text,
  problem,
  onText,
  onProblem,
}: {
  text: string;
  problem: string | null;
  onText: (text: string) => void;
  onProblem: (problem: string) => void;
}): ReactElement {
  const picker = useRef<HTMLInputElement>(null);
  const open = async (file: File): Promise<void> => {
    const read = await readScriptFile(file);
    if (read.ok) onText(read.text);
    else onProblem(read.problem);
  };
  return (
    <div className={css['source']}>
      <input
        ref={picker}
        type="file"
        hidden
        accept={SCRIPT_FILES}
        aria-label={t.file}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) void open(file);
          event.target.value = '';
        }}
      />
      <TextArea
        label={t.script}
        rows={text === '' ? 9 : 4}
        mono
        value={text}
        placeholder={t.placeholder}
        error={problem}
        onValueChange={onText}
      />
      <Button icon={<FileText aria-hidden />} onClick={() => picker.current?.click()}>
        {t.openFile}
      </Button>
    </div>
  );
}

/** Scenes and shots to be edited; only rows in view are drawn. */
function ScriptList({
  scenes,
  onChange,
}: {
  scenes: readonly ScriptSceneChoice[];
  onChange: (scenes: readonly ScriptSceneChoice[]) => void;
}): ReactElement {
  const scroll = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => scriptRows(scenes), [scenes]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  });
  return (
    <div ref={scroll} className={css['scroll']}>
      <ul className={css['list']} aria-label={t.list} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={css['row']}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              <Row scenes={scenes} row={row} onChange={onChange} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Row({
  scenes,
  row: { scene: at, shot: shotAt },
  onChange,
}: {
  scenes: readonly ScriptSceneChoice[];
  row: ScriptRow;
  onChange: (scenes: readonly ScriptSceneChoice[]) => void;
}): ReactElement | null {
  const scene = scenes[at];
  if (scene === undefined) return null;
  if (shotAt === null) {
    const includedCount = scene.shots.filter(({ isIncluded }) => isIncluded).length;
    return (
      <div className={css['scene']}>
        <Checkbox
          label={t.includeScene(at + 1)}
          hideLabel
          checked={includedCount > 0}
          indeterminate={includedCount > 0 && includedCount < scene.shots.length}
          onCheckedChange={(next) => onChange(includeScriptScene(scenes, at, next))}
        />
        <TextField
          label={t.nameOfScene(at + 1)}
          hideLabel
          size="small"
          value={scene.name}
          placeholder={t.scene(at + 1)}
          onValueChange={(name) => onChange(renameScriptScene(scenes, at, name))}
        />
      </div>
    );
  }
  const shot = scene.shots[shotAt];
  if (shot === undefined) return null;
  const number = `${at + 1}.${shotAt + 1}`;
  const change = (fields: Partial<typeof shot>): void =>
    onChange(changeScriptShot(scenes, { scene: at, shot: shotAt }, fields));
  return (
    <div className={css['shot']} data-left-out={shot.isIncluded ? undefined : ''}>
      <Checkbox
        label={t.includeShot(number)}
        hideLabel
        checked={shot.isIncluded}
        onCheckedChange={(isIncluded) => change({ isIncluded })}
      />
      <TextArea
        label={t.wordsOfShot(number)}
        hideLabel
        grows
        rows={1}
        value={shot.description}
        onValueChange={(description) => change({ description })}
      />
      <NumberField
        label={t.secondsOfShot(number)}
        hideLabel
        size="small"
        unit="s"
        min={0.1}
        max={MAX_SHOT_SECONDS}
        step={0.5}
        value={shot.seconds}
        onValueCommitted={(seconds) => seconds !== null && change({ seconds })}
      />
    </div>
  );
}
