import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { commands } from '#renderer/commands/index.ts';
import type { EditorSession } from '#renderer/editor/index.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import type { NodeRunTable } from '#renderer/model/node-run-state.ts';
import { Button, IconButton, Switch } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { handsOf } from '../model/hands-of.ts';
import { fullPicture } from '../model/rectangle.ts';
import { useHandledNode, useSizes, type HandledNode } from '../session/pictures.ts';
import { useHandEdits, type HandEdits } from '../session/use-hand-edits.ts';
import { HandsPanel } from './hands-panel.tsx';
import { HandsStage } from './hands-stage.tsx';
import css from '../parts/handles.module.css';

const t = words.handles.dialog;

export interface HandsDialogProps {
  session: EditorSession;
  runTable: NodeRunTable;
  nodeId: string;
  onClose: () => void;
}

/** Inputs of a node changed by hand on its picture: handles, the numbers beside them, and what comes out. */
export function HandsDialog({ session, runTable, nodeId, onClose }: HandsDialogProps): ReactElement | null {
  const node = useHandledNode(session, runTable, nodeId);
  if (!node) return null;
  return <OpenDialog {...{ session, nodeId, node, onClose }} />;
}

function OpenDialog({
  session,
  nodeId,
  node,
  onClose,
}: Omit<HandsDialogProps, 'runTable'> & { node: HandledNode }): ReactElement {
  const popup = useRef<HTMLDivElement>(null);
  const [hasLines, setHasLines] = useState(true);
  const [picking, setPicking] = useState<string | null>(null);
  const edits = useHandEdits(session, nodeId, node);
  const sizes = useSizes(session.ports.connectionId, node);
  const hands = handsOf(node.inputs);
  const crop = hands.find(({ kind }) => kind === 'crop');
  const pick = (hex: string): void => {
    if (picking === null) return;
    edits.apply({ [picking]: hex }, `pick ${picking}`);
    edits.seal();
    setPicking(null);
  };
  return (
    <Base.Root
      open
      onOpenChange={(next) => {
        if (next) return;
        if (picking === null) onClose();
        else setPicking(null);
      }}
    >
      <Base.Portal>
        <Base.Popup
          ref={popup}
          initialFocus={popup}
          className={css['dialog']}
          onKeyDown={(event) => onDialogKey(event, onClose)}
        >
          <div className={css['bar']}>
            <Base.Title className={css['title']}>
              <bdi>{t.on(session.titleOf(nodeId))}</bdi>
            </Base.Title>
            {crop ? (
              <>
                <Switch label={t.lines} checked={hasLines} onCheckedChange={setHasLines} />
                <Button size="small" onClick={() => setAll(edits, fullPicture(crop, node.values))}>
                  {t.fullPicture}
                </Button>
              </>
            ) : null}
            <Button size="small" variant="primary" onClick={onClose}>
              {t.finish}
            </Button>
            <Base.Close
              render={
                <IconButton label={words.common.close} shortcut="Esc">
                  <X />
                </IconButton>
              }
            />
          </div>
          <div className={css['body']}>
            <HandsStage {...{ session, node, hands, sizes, edits, hasLines, picking }} onPick={pick} />
            <HandsPanel {...{ session, nodeId, node, hands, picking }} onPicking={setPicking} />
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function setAll(edits: HandEdits, change: Record<string, unknown>): void {
  if (!edits.begin({ pins: Object.keys(change) })) return;
  edits.apply(change, 'all of the picture');
  edits.seal();
}

/** Enter is done, but in fields and on buttons; undo and redo are those of the project. */
function onDialogKey(event: KeyboardEvent, onClose: () => void): void {
  const { target } = event;
  const isField = target instanceof Element && target.closest('input,textarea,[role="listbox"]') !== null;
  const key = pressedKey(event);
  if (
    (event.ctrlKey || event.metaKey) &&
    !isField &&
    (key.toLowerCase() === 'z' || key.toLowerCase() === 'y')
  ) {
    event.preventDefault();
    event.stopPropagation();
    commands.run(event.shiftKey || key.toLowerCase() === 'y' ? 'edit.redo' : 'edit.undo');
    return;
  }
  const isHandle = target instanceof HTMLElement && target.dataset['handle'] !== undefined;
  const isButton =
    target instanceof Element && target.closest('button,[role="combobox"]') !== null && !isHandle;
  if (key !== 'Enter' || isField || isButton) return;
  event.preventDefault();
  onClose();
}
