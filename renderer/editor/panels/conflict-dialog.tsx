import { useEffect, useMemo, useState, type ReactElement } from 'react';
import type { EditableInputValue } from '#shared/api/index.ts';
import { clashId, deletedBy, type ClashOf } from '#shared/documents/clash.ts';
import { isGraphNode } from '#shared/graph/rebase.ts';
import { openClash, graphQuestions, type GraphClash } from '#shared/graph-saving/index.ts';
import { useMediaUrl } from '#renderer/desk/index.ts';
import { Button, Dialog } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { fileIdOf } from '../model/editing.ts';
import { FILE_BASES } from '../node/preview-source.ts';
import { textOf } from '../node/value-widget.tsx';
import { useFileName } from '../session/editor-context.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { canvasClashLabel, canvasClashValue } from './canvas-clash.ts';
import css from './conflict-dialog.module.css';

const t = words.editorPanels.conflictDialog;

const fieldName = (session: EditorSession, clash: GraphClash): string => {
  if (clash.of === 'canvas') return canvasClashLabel(session.store.canvas.items, clash);
  const title = session.titleOf(clash.nodeId);
  if (clash.field === 'title') return t.titleOf(title);
  const deleter = deletedBy(clash);
  if (deleter !== null) return deleter === 'mine' ? t.youDeleted(title) : t.theyDeleted(title);
  const input = clash.input ?? clash.field;
  const label = session.pinLabel(clash.nodeId, input, 'input');
  const name = `${title} · ${label}`;
  return clash.field.startsWith('wire.') ? t.wire(name) : name;
};

function displayValue(session: EditorSession, clash: ClashOf<'graph'>, value: unknown): string {
  if (value === null || value === undefined) return clash.field === 'node' ? t.deleted : t.unset;
  if (clash.field === 'node')
    return deletedBy(clash) === 'mine' ? t.remoteChangeRetained : t.localChangeRetained;
  if (Array.isArray(value) && clash.field.startsWith('wire.'))
    return t.from(session.titleOf(String(value[0])));
  if (typeof value === 'object' && 'value' in value) return textOf(value.value) || t.emptied;
  return textOf(value) || t.emptied;
}

/** The file a value of a clash stands for, if it is one. */
function fileIn(session: EditorSession, clash: ClashOf<'graph'>, value: unknown): string | null {
  if (clash.input !== undefined && clash.field.startsWith('inputs.')) {
    if (!FILE_BASES.has(session.inputType(clash.nodeId, clash.input).base)) return null;
    return fileIdOf((value ?? undefined) as EditableInputValue | undefined);
  }
  if (!isGraphNode(value) || !value.type.startsWith('input/')) return null;
  return fileIdOf(value.inputs?.['file']);
}

/** One side of a clash: in words, and as a picture where it is one. */
function ClashValue({
  session,
  clash,
  value,
}: {
  session: EditorSession;
  clash: ClashOf<'graph'>;
  value: unknown;
}): ReactElement {
  const fileId = fileIn(session, clash, value);
  const media = useMediaUrl(
    session.ports.connectionId,
    fileId === null ? null : { kind: 'file', fileId },
    'thumbnail',
  );
  const [broken, setBroken] = useState<string | null>(null);
  const text = useFileName(session, fileId) ?? displayValue(session, clash, value);
  return (
    <>
      {media && broken !== media.url ? (
        <img className={css['clashPicture']} src={media.url} alt="" onError={() => setBroken(media.url)} />
      ) : null}
      <small dir="auto">{text}</small>
    </>
  );
}

/** Asks only about fields that both sides changed; everything else is merged already. */
export function ConflictDialog({
  session,
  onDefer,
}: {
  session: EditorSession;
  onDefer: () => void;
}): ReactElement | null {
  const { state } = session.sync;
  const clashes = useMemo(() => graphQuestions(state), [state]);
  const [choices, setChoices] = useState<ReadonlyMap<string, 'mine' | 'theirs'>>(new Map());
  // Everything that was asked about was taken back meanwhile.
  const isOver = openClash(state) !== null && clashes.length === 0;
  useEffect(() => {
    if (isOver) session.sync.dispatch({ type: 'resolved', choices: new Map() });
  }, [isOver, session]);
  if (clashes.length === 0) return null;
  const selectSide = (id: string, side: 'mine' | 'theirs'): void =>
    setChoices(new Map(choices).set(id, side));
  const all = new Map(clashes.map((item) => [clashId(item), choices.get(clashId(item)) ?? 'mine'] as const));
  return (
    <Dialog
      open
      onClose={onDefer}
      title={t.somebodyChangedSameThing}
      description={t.everythingElseMerged}
      width={560}
      footer={
        <>
          <Button onClick={onDefer}>{t.postponed}</Button>
          <Button variant="primary" onClick={() => session.sync.dispatch({ type: 'resolved', choices: all })}>
            {t.saveChoice}
          </Button>
        </>
      }
    >
      {clashes.map((item) => {
        const id = clashId(item);
        return (
          <fieldset key={id} className={css['clash']}>
            <legend>{fieldName(session, item)}</legend>
            {!('reason' in item) || item.reason === undefined ? null : (
              <p className={css['clashReason']}>{item.reason}</p>
            )}
            {(['mine', 'theirs'] as const).map((side) => (
              <label key={side} className={css['side']} data-chosen={all.get(id) === side || undefined}>
                <input
                  type="radio"
                  name={id}
                  checked={all.get(id) === side}
                  onChange={() => selectSide(id, side)}
                />
                <span>
                  {side === 'mine' ? t.keep : t.applyRemote}
                  {item.of === 'graph' ? (
                    <ClashValue
                      session={session}
                      clash={item}
                      value={side === 'mine' ? item.mine : item.theirs}
                    />
                  ) : (
                    <small dir="auto">{canvasClashValue(item, side)}</small>
                  )}
                </span>
              </label>
            ))}
          </fieldset>
        );
      })}
    </Dialog>
  );
}
