import { useMemo, useSyncExternalStore, type ReactElement } from 'react';
import { CommandButton } from '#renderer/commands/index.ts';
import { inSentence, words } from '#renderer/words/index.ts';
import { EmptyState } from '#renderer/ui/index.ts';
import { colorsInUse } from '../model/colors-in-use.ts';
import { commonInputs, type CommonInput } from '../model/common-inputs.ts';
import { valueFor } from '../model/editing.ts';
import { PinShape } from '#renderer/fields/pin-shape.tsx';
import { gestureOf, ValueControl } from '../node/value-widget.tsx';
import { useCatalogRevision } from '../session/editor-context.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { StateBar } from './state-bar.tsx';
import css from './inspector-panel.module.css';

const t = words.editorPanels.selectionInspector;

/** The fields that all selected nodes have; an edit goes to all of them, as one step. */
export function SelectionInspector({
  session,
  nodeIds,
}: {
  session: EditorSession;
  nodeIds: ReadonlySet<string>;
}): ReactElement {
  const graph = useSyncExternalStore(
    (listener) => session.store.subscribe(listener),
    () => session.store.getGraph(),
  );
  const revision = useCatalogRevision(session);
  const { fields } = useMemo(() => {
    const nodes = [...nodeIds].flatMap((id) => session.store.getNode(id) ?? []);
    const isWired = ([id, pin]: [string, string]) => session.store.incoming(id, pin) !== undefined;
    return { graph, revision, fields: commonInputs(nodes, session.catalog, isWired) };
  }, [session, nodeIds, graph, revision]);
  const ids = useMemo(() => [...nodeIds], [nodeIds]);
  const title = t.selected(nodeIds.size);
  if (fields.length === 0) {
    return (
      <div className={css['inspector']} data-inspector>
        <StateBar of="nodes" label={words.frames.states} session={session} nodeIds={ids} />
        <EmptyState compact title={title} text={words.frames.nothingInCommon} />
      </div>
    );
  }
  return (
    <div className={css['inspector']} data-inspector>
      <StateBar of="nodes" label={words.frames.states} session={session} nodeIds={ids} />
      <p className={css['help']}>{t.youChangeChangesAll(title)}</p>
      <section aria-label={t.commonInputs}>
        <div className={css['sectionHead']}>
          <h2 className={css['section']}>{t.commonInputs}</h2>
          <CommandButton id="editor.collapse" scope="canvas" />
        </div>
        {fields.map((field) => (
          <CommonField key={field.pin.name} session={session} field={field} count={nodeIds.size} />
        ))}
      </section>
    </div>
  );
}

function CommonField({
  session,
  field: { pin, type, nodeIds, value, isMixed },
  count,
}: {
  session: EditorSession;
  field: CommonInput;
  count: number;
}): ReactElement {
  const title = pin.label ?? pin.name;
  const wired = count - nodeIds.length;
  const set = (next: unknown): void => {
    const input = valueFor(type.base, next);
    const applied = session.store.applyEdit(
      t.changeOf(inSentence(title), nodeIds.length),
      nodeIds.map((nodeId) => ({ op: 'setNodeInput', nodeId, input: pin.name, value: input })),
      { mergeKey: `inputs ${pin.name} ${nodeIds.join(' ')}` },
    );
    if (!applied.ok) session.ui.notify(applied.rejection.reason);
  };
  return (
    <div className={css['field']}>
      <div className={css['fieldHead']}>
        <PinShape base={type.base} filled={false} size={12} />
        <span className={css['fieldLabel']}>{title}</span>
        <small>{[isMixed ? 'mixed' : '', wired > 0 ? t.byWire(wired) : ''].filter(Boolean).join(', ')}</small>
      </div>
      <div className={type.multiline === true ? css['tallControl'] : css['control']} data-value>
        <ValueControl
          label={isMixed ? t.mixedOf(title, nodeIds.length) : t.valueOf(title, nodeIds.length)}
          title={title}
          value={value}
          isMixed={isMixed}
          type={type}
          surface="inspector"
          set={set}
          seal={() => session.store.history.seal()}
          onGesture={gestureOf(session, title)}
          palette={() => colorsInUse(session.store.getGraph().nodes, session.catalog)}
        />
      </div>
    </div>
  );
}
