import { Link2, Unlink } from 'lucide-react';
import {
  useCallback,
  useEffect,
  useRef,
  useSyncExternalStore,
  type ReactElement,
  type RefObject,
  type SyntheticEvent,
} from 'react';
import type { GraphNode } from '#shared/graph/types.ts';
import { inputSource } from '#shared/graph/held-value.ts';
import { isListsPin, LISTS_PIN } from '#shared/graph/list-pairing.ts';
import { parsePinType, type PinType } from '#shared/graph/pin-type.ts';
import type { PublicNodeTypePin } from '#shared/api/index.ts';
import { LOCAL_CONNECTION_ID } from '#shared/desk/index.ts';
import { CommandButton, CommandTextButton, ModelsButton } from '#renderer/commands/index.ts';
import { modelActionOf } from '#renderer/model/model-failures.ts';
import type { NodeRunState, NodeRunTable } from '#renderer/model/node-run-state.ts';
import { ContextMenu, EmptyState, IconButton, TextField } from '#renderer/ui/index.ts';
import { number, words } from '#renderer/words/index.ts';
import { layoutNode } from '../scene/node-layout.ts';
import { inputMenu } from '../node/input-menu.tsx';
import { PinShape } from '#renderer/fields/pin-shape.tsx';
import { TypeIcon } from '#renderer/fields/type-icon.tsx';
import { usePreviewSource } from '../node/use-preview-source.ts';
import { ValueWidget } from '../node/value-widget.tsx';
import { useCatalogRevision, useFileName, useResult, useRunState, useUi } from '../session/editor-context.ts';
import { canEditOnPicture } from '../session/can-edit-on-picture.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { inferType, MediaView, Picture } from './inspector-media.tsx';
import { GroupInspector, useSelectedGroups } from './group-inspector.tsx';
import { FrameInspector, useSelectedFrames } from './item-inspector.tsx';
import { ResultValue } from './result-value.tsx';
import { StateBar } from './state-bar.tsx';
import { MAX_TITLE_LENGTH } from '#shared/canvas/items.ts';
import { fittedText } from '../session/fitted-text.ts';
import { SelectionInspector } from './selection-inspector.tsx';
import { useNodeInPanel } from './use-node-in-panel.ts';
import css from './inspector-panel.module.css';

const t = words.editorPanels.inspectorPanel;

export interface InspectorPanelProps {
  session: EditorSession;
  runTable: NodeRunTable;
}

/**
 * Everything of the selected node: title, help, inputs with roomy controls, results, where its wires go. Of several nodes
 * what they have in common.
 */
export function InspectorPanel({ session, runTable }: InspectorPanelProps): ReactElement {
  const subscribe = useCallback((listener: () => void) => session.store.subscribe(listener), [session]);
  const selected = useSyncExternalStore(subscribe, () => session.store.selectedNodes);
  const frames = useSelectedFrames(session);
  const [group] = useSelectedGroups(session);
  const [only] = selected;
  useDropRequest(session, selected.size !== 1);
  if (selected.size === 1 && only !== undefined) {
    return <NodeInspector key={only} session={session} runTable={runTable} nodeId={only} />;
  }
  if (selected.size > 1) return <SelectionInspector session={session} nodeIds={selected} />;
  if (group) return <GroupInspector key={group.id} session={session} group={group} />;
  if (frames.length > 0) return <FrameInspector session={session} frames={frames} />;
  return <EmptyState compact title={t.noSelected} text={t.selectNodeSeeInputs} />;
}

const Failure = ({ run }: { run: NodeRunState | undefined }): ReactElement | null =>
  run?.phase === 'failed' ? (
    <p className={css['failure']} role="alert">
      {run.message ?? t.nodeFailed}
    </p>
  ) : null;

/**
 * The button to the Models page: after a failure that is put right there, and on a node of the local workspace that has no
 * model to ask yet, whose Provider is then no choice.
 */
function ModelAction({
  session,
  inputs,
  run,
}: {
  session: EditorSession;
  inputs: readonly PublicNodeTypePin[];
  run: NodeRunState | undefined;
}): ReactElement | null {
  const provider = inputs.find(({ name }) => name === 'provider');
  const needsModel = provider !== undefined && inputs.some(({ name }) => name === 'model');
  if (!needsModel) return null;
  const isLocal = session.ports.connectionId === LOCAL_CONNECTION_ID;
  const isMissing = isLocal && parsePinType(provider.type).base === 'text';
  const label = modelActionOf(run?.phase === 'failed' ? run.code : isMissing ? 'NO_PROVIDER' : null);
  return label === null ? null : (
    <div className={css['modelAction']}>
      <ModelsButton label={label} />
    </div>
  );
}

function NodeInspector({
  session,
  runTable,
  nodeId,
}: InspectorPanelProps & { nodeId: string }): ReactElement | null {
  const node = useNodeInPanel(session, nodeId);
  const run = useRunState(runTable, nodeId);
  useCatalogRevision(session);
  // Before its type is known a node has a title here, and no values.
  const panel = useFocusOnRequest(
    session,
    node !== undefined &&
      (session.catalog.pinsOf(node.type) !== undefined || session.catalog.isMissing(node.type)),
  );
  if (!node) return null;
  const entry = session.catalog.find(node.type);
  const missing = session.catalog.isMissing(node.type);
  const inputs = inputRowsOf(session, node);
  return (
    <div ref={panel} className={css['inspector']} data-inspector>
      <header className={css['inspectorHead']}>
        <TypeIcon name={entry?.summary.icon} size={16} />
        <div className={css['grow']}>
          <TextField
            label={t.title}
            hideLabel
            size="small"
            value={node.title ?? ''}
            placeholder={entry?.summary.title ?? node.type}
            onBlur={() => session.store.history.seal()}
            onValueChange={(typed) => {
              const title = fittedText(session, typed, MAX_TITLE_LENGTH);
              session.store.applyEdit(
                t.rename,
                [{ op: 'setNodeTitle', nodeId, title: title === '' ? null : title }],
                { mergeKey: `title ${nodeId}` },
              );
            }}
          />
        </div>
      </header>
      <StateBar of="node" label={words.frames.states} session={session} nodeIds={[nodeId]} />
      {missing ? (
        <p className={css['note']}>
          {t.noSuchType(node.type)}
          <span className={css['noteAction']}>
            <CommandTextButton id="editor.replace" />
          </span>
        </p>
      ) : entry?.summary.description ? (
        <p className={css['help']}>{entry.summary.description}</p>
      ) : null}
      <Failure run={run} />
      <ModelAction session={session} inputs={session.catalog.pinsOf(node.type)?.inputs ?? []} run={run} />
      {inputs.length > 0 ? (
        <section aria-label={t.inputs}>
          <div className={css['sectionHead']}>
            <h2 className={css['section']}>{t.inputs}</h2>
            <CommandButton id="editor.collapse" scope="canvas" />
          </div>
          {canEditOnPicture(session, nodeId) ? <CommandTextButton id="editor.edit-on-picture" /> : null}
          {inputs.map((row) => (
            <InputField key={row.pin.name} session={session} nodeId={nodeId} runTable={runTable} {...row} />
          ))}
        </section>
      ) : null}
      <Results session={session} runTable={runTable} nodeId={nodeId} />
    </div>
  );
}

/** Where no node is shown nobody takes the focus: a request that stood would take it at the next selection. */
function useDropRequest(session: EditorSession, isDropped: boolean): void {
  const requested = useUi(session, (ui) => ui.inspectorRequested);
  useEffect(() => {
    if (requested && isDropped) session.ui.set({ inspectorRequested: false });
  }, [requested, isDropped, session]);
}

/**
 * Puts the focus into the panel when somebody asks for it: to the first value, else to the title.
 * @param isLoaded its fields are there; until then the request stands.
 */
function useFocusOnRequest(session: EditorSession, isLoaded: boolean): RefObject<HTMLDivElement | null> {
  const requested = useUi(session, (ui) => ui.inspectorRequested);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!requested || !isLoaded) return;
    session.ui.set({ inspectorRequested: false });
    // Never to a button that cuts a wire or clears a file.
    const first =
      panel.current?.querySelector<HTMLElement>('[data-value] :is(input,textarea,select,button)') ??
      panel.current?.querySelector<HTMLElement>('input');
    first?.focus();
    // As Tab does: typing replaces the value.
    if (first instanceof HTMLInputElement) first.select();
  }, [requested, isLoaded, session]);
  return panel;
}

/** The inputs of a node, with those that it keeps to itself. */
function inputRowsOf(session: EditorSession, node: GraphNode) {
  const pins = session.catalog.pinsOf(node.type);
  const connected = session.store
    .wiresOf(node.id)
    .flatMap((wire) => (wire.to[0] === node.id ? [wire.to[1]] : []));
  const { inputs } = layoutNode(node, {
    pins: pins && {
      outputs: pins.outputs,
      inputs: pins.inputs.map((pin) => ({ ...pin, exposed: true })),
    },
    connectedInputs: new Set(connected),
    wiredOutputs: new Set(),
  });
  const canHaveWire = new Set(pins?.inputs.filter((pin) => pin.exposed !== false).map((pin) => pin.name));
  // How lists go together is of no use where no two of them can meet.
  const hasPairing = connected.length > 1 || inputSource(node.inputs?.[LISTS_PIN]) !== null;
  const visible = inputs.filter(({ pin }) => hasPairing || !isListsPin(pin));
  return visible.map(({ pin, unknown }) => ({
    pin,
    unknown,
    canHaveWire: unknown || canHaveWire.has(pin.name),
  }));
}

/** The limits of a number in words; other types say enough by their control. */
function limitsOf({ base, min, max }: PinType): string {
  if (base !== 'number') return '';
  if (min !== undefined && max !== undefined) return t.label(number(min), number(max));
  return min !== undefined ? t.from(number(min)) : max !== undefined ? t.upTo(number(max)) : '';
}

function InputField({
  session,
  runTable,
  nodeId,
  pin,
  canHaveWire,
  unknown,
}: {
  session: EditorSession;
  runTable: NodeRunTable;
  nodeId: string;
  pin: PublicNodeTypePin;
  canHaveWire: boolean;
  unknown: boolean;
}): ReactElement {
  const wire = session.store.incoming(nodeId, pin.name);
  const type = parsePinType(pin.type);
  const field = (
    <div
      className={css['field']}
      data-drop-pin={pin.name}
      data-drop-node={nodeId}
      onContextMenuCapture={keepMenuOfText}
    >
      <div className={css['fieldHead']}>
        <PinShape base={type.base} filled={wire !== undefined} size={12} />
        <span className={css['fieldLabel']}>{pin.label ?? pin.name}</span>
        <small>{unknown ? t.noService : limitsOf(type)}</small>
        {canHaveWire && !wire ? (
          <IconButton
            label={t.connectTo(pin.label ?? pin.name)}
            onClick={() => session.ui.set({ connectPin: { side: 'input', pin: [nodeId, pin.name] } })}
          >
            <Link2 />
          </IconButton>
        ) : null}
        {wire ? (
          <IconButton
            label={t.disconnect(pin.label ?? pin.name)}
            onClick={() => session.wiring.disconnect(wire)}
          >
            <Unlink />
          </IconButton>
        ) : null}
      </div>
      {wire ? (
        <button type="button" className={css['source']} onClick={() => session.focusNode(wire.from[0])}>
          {t.fromWord} {session.titleOf(wire.from[0])} ·{' '}
          {session.pinLabel(wire.from[0], wire.from[1], 'output')}
        </button>
      ) : (
        <div className={type.multiline === true ? css['tallControl'] : css['control']} data-value>
          <ValueWidget {...{ session, nodeId, pin, type, runTable }} surface="inspector" />
        </div>
      )}
    </div>
  );
  const entries = inputMenu(session, nodeId, pin.name);
  return entries.length === 0 ? field : <ContextMenu entries={entries}>{field}</ContextMenu>;
}

/** Text has a menu of its own, with spelling and pasting. */
function keepMenuOfText(event: SyntheticEvent): void {
  const { target } = event;
  if (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && target.type === 'text')
  ) {
    event.stopPropagation();
  }
}

function Results({
  session,
  runTable,
  nodeId,
}: InspectorPanelProps & { nodeId: string }): ReactElement | null {
  const { result, isStale } = useResult(session, runTable, nodeId);
  const source = usePreviewSource(session, runTable, nodeId);
  const fileName = useFileName(session, source?.kind === 'file' ? source.fileId : null) ?? '';
  const preview =
    source?.kind === 'file' && source.output === null ? (
      <MediaView session={session} fileId={source.fileId} contentType={inferType(fileName)} />
    ) : source?.kind === 'local' ? (
      <Picture src={source.url} name={t.previewOfFile} />
    ) : null;
  const entries = Object.entries(result?.outputs ?? {});
  if (entries.length === 0 && !preview) return null;
  return (
    <section aria-label={t.results}>
      <h2 className={css['section']}>
        {entries.length === 0 ? t.file : isStale ? t.resultsChangedSince : t.results}
      </h2>
      {entries.length === 0 ? preview : null}
      {entries.map(([pin, output]) => (
        <div key={pin} className={css['result']} data-outgrown={isStale || undefined}>
          <span className={css['fieldLabel']}>{session.pinLabel(nodeId, pin, 'output')}</span>
          <ResultValue {...{ session, runTable, nodeId, pin, output }} isCompact={result?.isPreview} />
        </div>
      ))}
    </section>
  );
}
