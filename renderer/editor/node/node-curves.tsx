import { Spline } from 'lucide-react';
import { useCallback, useSyncExternalStore, type ReactElement } from 'react';
import type { PublicNodeTypePin } from '#shared/api/index.ts';
import { parsePinType } from '#shared/graph/pin-type.ts';
import { CurvesField } from '#renderer/fields/index.ts';
import type { NodeRunTable } from '#renderer/model/node-run-state.ts';
import { inSentence, words } from '#renderer/words/index.ts';
import { valueFor } from '../model/editing.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { pictureAt } from './mask-picture.ts';
import css from './widgets.module.css';

const t = words.editorNode.valueWidget;

/** Curves of a node: drawn in the inspector, over the histogram of the picture that comes in; on the node a button that leads there. */
export function NodeCurves({
  session,
  nodeId,
  pin,
  label,
  surface,
  runTable,
}: {
  session: EditorSession;
  nodeId: string;
  pin: PublicNodeTypePin;
  label: string;
  surface: 'node' | 'inspector';
  /** Left out where no results are known. */
  runTable: NodeRunTable | undefined;
}): ReactElement {
  const fileId = usePictureBefore(session, runTable, nodeId);
  if (surface === 'node') {
    return (
      <button
        type="button"
        className={`${css['input']} ${css['json']}`}
        aria-label={t.edit(label)}
        onClick={() => {
          session.store.select([nodeId]);
          session.ui.requestInspector();
        }}
      >
        <Spline aria-hidden size={13} />
        <span>{words.fields.curves.inInspector}</span>
      </button>
    );
  }
  const input = session.store.getNode(nodeId)?.inputs?.[pin.name];
  return (
    <CurvesField
      label={label}
      value={input === undefined ? pin.default : input.value}
      picture={fileId === null ? null : { connectionId: session.ports.connectionId, fileId }}
      onValueChange={(next) => {
        const applied = session.setInput(nodeId, pin.name, valueFor('json', next));
        if (!applied.ok) session.ui.notify(applied.rejection.reason);
      }}
      onGesture={(phase) => {
        if (phase === 'start') session.store.mark(t.change(inSentence(pin.label ?? pin.name)));
        else if (phase === 'end') session.store.release();
        else session.store.bail();
      }}
    />
  );
}

/** The file of the picture that comes into a node, kept current. */
function usePictureBefore(
  session: EditorSession,
  runTable: NodeRunTable | undefined,
  nodeId: string,
): string | null {
  const type = session.store.getNode(nodeId)?.type ?? '';
  const pins = session.catalog.pinsOf(type)?.inputs ?? [];
  const picture = pins.find((pin) => parsePinType(pin.type).base === 'image')?.name;
  const source = picture === undefined ? undefined : session.store.incoming(nodeId, picture)?.from[0];
  const subscribe = useCallback(
    (listener: () => void) => {
      const cleanups = [session.store.subscribe(listener)];
      if (runTable && source !== undefined) cleanups.push(runTable.subscribe(source, listener));
      return () => cleanups.forEach((stop) => stop());
    },
    [session, runTable, source],
  );
  return useSyncExternalStore(subscribe, () =>
    runTable === undefined || picture === undefined
      ? null
      : (pictureAt(session, runTable, nodeId, picture)?.fileId ?? null),
  );
}
