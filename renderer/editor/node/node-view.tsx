import { memo, useSyncExternalStore, type CSSProperties, type ReactElement } from 'react';
import { describePhase, isCompleted, type NodeRunState } from '#renderer/model/node-run-state.ts';
import { kindToken } from '../scene/node-kind.ts';
import type { InputRow, NodeLayout } from '../scene/node-layout.ts';
import type { EditorSession } from '../session/editor-session.ts';
import type { StateMark } from '../session/node-states.ts';
import {
  useCatalogRevision,
  useEditor,
  useIsSelected,
  useLineSize,
  useNodeSelector,
  useResult,
  useRunState,
  useTitle,
  useUi,
  useUpload,
} from '../session/editor-context.ts';
import { NodeBand } from './node-band.tsx';
import { ItemStrip, NodeStack } from './node-items.tsx';
import { NodeExpected } from './node-expected.tsx';
import { NodeSize } from './node-size.tsx';
import { NodePreview } from './node-preview.tsx';
import { NodeTools } from './node-tools.tsx';
import { NodeWords } from './node-words.tsx';
import { RunTime } from './run-time.tsx';
import { PickButton } from './pick-button.tsx';
import { PinShape } from '#renderer/fields/pin-shape.tsx';
import { OutputLine } from './output-line.tsx';
import { StateMarkButton } from './state-marks.tsx';
import { TitleField } from './title-field.tsx';
import { TypeIcon } from '#renderer/fields/type-icon.tsx';
import { words } from '#renderer/words/index.ts';
import { UploadStrip } from './upload-strip.tsx';
import { currentValue, textOf, ValueWidget } from './value-widget.tsx';
import css from './node.module.css';
import headerCss from './node-header.module.css';
import rowsCss from './node-rows.module.css';

const t = words.editorNode.nodeView;

/** One node of the canvas. Built to the numbers of its layout; wakes for itself alone, and not for what its inputs hold. */
export const NodeView = memo(function NodeView({ nodeId }: { nodeId: string }): ReactElement | null {
  const { session, runTable } = useEditor();
  const type = useNodeSelector(session, nodeId, (node) => node.type);
  const title = useTitle(session, nodeId);
  const isSelected = useIsSelected(session, nodeId);
  const run = useRunState(runTable, nodeId);
  const { isStale } = useResult(session, runTable, nodeId);
  const upload = useUpload(session, nodeId);
  useCatalogRevision(session);
  const lineSize = useLineSize(session, nodeId);
  const marks = useSyncExternalStore(session.states.subscribe, () => session.states.marksOf(nodeId));
  const color = useSyncExternalStore(session.states.subscribe, () => session.states.colorOf(nodeId));
  useSyncExternalStore(session.states.subscribe, () => session.states.shapeOf(nodeId));
  const layout = useNodeSelector(session, nodeId, () => session.scene.box(nodeId)?.layout);
  if (type === undefined || !layout) return null;
  const missing = session.catalog.isMissing(type);
  const lines = lineSize !== null;
  return (
    <article
      className={css['node']}
      data-node={nodeId}
      data-selected={isSelected || undefined}
      data-phase={run?.phase}
      data-missing={missing || undefined}
      data-lines={lines || undefined}
      data-outgrown={isStale || undefined}
      data-muted={marks.includes('muted') || undefined}
      data-frozen={marks.includes('frozen') || undefined}
      data-colored={color === undefined ? undefined : true}
      aria-label={ariaName(title, { run, outgrown: isStale, marks, isSelected })}
      style={
        {
          width: layout.width,
          height: layout.height,
          '--kind': `var(${kindToken(layout.kind)})`,
          '--node-color': color,
          '--line-size': lines ? `${lineSize}px` : undefined,
        } as CSSProperties
      }
    >
      <NodeHeader nodeId={nodeId} title={title} run={run} isStale={isStale} marks={marks} />
      {layout.preview ? (
        <div className={css['preview']} style={{ top: layout.preview.top, height: layout.preview.height }}>
          <NodePreview nodeId={nodeId} kind={layout.preview.kind} />
          {lines ? null : <ItemStrip nodeId={nodeId} layout={layout} />}
        </div>
      ) : null}
      {layout.block ? (
        <div className={css['preview']} style={layout.block}>
          <NodeWords nodeId={nodeId} />
        </div>
      ) : null}
      <NodeExpected nodeId={nodeId} />
      <NodeStack nodeId={nodeId} title={title} />
      <NodeBand nodeId={nodeId} run={run} layout={layout} />
      {layout.inputs.map((row) => (
        <InputLine key={row.pin.name} session={session} nodeId={nodeId} row={row} lines={lines} />
      ))}
      {layout.outputs.map((row) => (
        <OutputLine
          key={row.pin.name}
          nodeId={nodeId}
          row={row}
          session={session}
          isReadAbove={layout.block !== null && row.type.base === 'text'}
        />
      ))}
      <NodeSize session={session} nodeId={nodeId} width={layout.width} />
      <OverflowLine session={session} nodeId={nodeId} title={title} layout={layout} />
      {upload ? (
        // One place among the children whatever the layout is: an open menu must outlive its change.
        <div className={css['uploadPlace']} style={layout.preview ?? undefined}>
          <UploadStrip session={session} nodeId={nodeId} />
        </div>
      ) : null}
      {missing ? <MissingType type={type} /> : null}
    </article>
  );
});

/** The service has no such node. */
const MissingType = ({ type }: { type: string }): ReactElement => (
  <p className={css['missing']} title={t.serviceNoNodeType(type)}>
    {t.unknownType(type)}
  </p>
);

/** What became of a node, with the reason where it was skipped. */
const describeRunState = ({ phase, message }: NodeRunState): string =>
  (phase === 'skipped' ? message : null) ?? describePhase(phase);

/** What screen readers say of a node: its title and all that is the matter with it. */
const ariaName = (
  title: string,
  state: {
    run: NodeRunState | undefined;
    outgrown: boolean;
    marks: readonly StateMark[];
    isSelected: boolean;
  },
): string =>
  [
    title,
    ...(state.run ? [describeRunState(state.run)] : []),
    ...(state.outgrown ? [t.changedSince2] : []),
    ...state.marks,
    ...(state.isSelected ? ['selected'] : []),
  ].join(', ');

/** How many inputs a collapsed node does not show; pressed, it shows them. */
function OverflowLine({
  session,
  nodeId,
  title,
  layout: { more },
}: {
  session: EditorSession;
  nodeId: string;
  title: string;
  layout: NodeLayout;
}): ReactElement | null {
  if (more === null) return null;
  return (
    <button
      type="button"
      className={css['more']}
      style={{ top: more.top, height: more.height }}
      aria-label={t.showAllInputs(title)}
      data-widget
      onClick={() => session.toggles.collapse([nodeId])}
    >
      {t.overflow(more.count)}
    </button>
  );
}

/** Title, menu and progress of a node. */
const NodeHeader = memo(function NodeHeader({
  nodeId,
  title,
  run,
  isStale,
  marks,
}: {
  nodeId: string;
  title: string;
  marks: readonly StateMark[];
  run: NodeRunState | undefined;
  isStale: boolean;
}): ReactElement | null {
  const { session } = useEditor();
  const type = useNodeSelector(session, nodeId, (node) => node.type);
  const customTitle = useNodeSelector(session, nodeId, (node) => node.title);
  const renaming = useUi(session, (ui) => ui.renaming === nodeId);
  if (type === undefined) return null;
  // What a muted node made before it was muted says nothing about runs that skip it.
  const isPast = run !== undefined && isCompleted(run.phase) && marks.includes('muted');
  return (
    <header className={headerCss['header']}>
      <span className={headerCss['icon']}>
        <TypeIcon name={session.catalog.find(type)?.summary.icon} />
      </span>
      {marks.map((state) => (
        <StateMarkButton key={state} nodeId={nodeId} title={title} state={state} />
      ))}
      {renaming ? (
        <TitleField session={session} nodeId={nodeId} title={customTitle ?? ''} placeholder={title} />
      ) : (
        <span className={headerCss['titleLine']}>
          <span className={headerCss['title']} title={title} dir="auto" data-title>
            {title}
          </span>
          {run && !isPast ? <RunTime run={run} /> : null}
        </span>
      )}
      <NodeTools nodeId={nodeId} title={title} />
      {run && !isPast ? (
        <span
          className={headerCss['dot']}
          data-phase={run.phase}
          data-outgrown={(isStale && isCompleted(run.phase)) || undefined}
          title={isStale ? t.changedSince(describePhase(run.phase)) : describeRunState(run)}
        />
      ) : null}
      {run?.phase === 'running' ? (
        <span
          className={headerCss['progress']}
          role="progressbar"
          aria-label={t.progressOf(title)}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={run.progress === null ? undefined : Math.round(run.progress * 100)}
        >
          <span style={{ width: `${Math.round((run.progress ?? 0.08) * 100)}%` }} />
        </span>
      ) : null}
    </header>
  );
});

/** An input: its pin, its name and what it holds. */
const InputLine = memo(function InputLine({
  session,
  nodeId,
  row,
  lines,
}: {
  session: EditorSession;
  nodeId: string;
  row: InputRow;
  lines: boolean;
}): ReactElement {
  const { pin, type, connected } = row;
  // Wires change the row itself; what the input holds concerns `InputValue` alone.
  const isEmpty = useNodeSelector(session, nodeId, () => currentValue(session, nodeId, pin) === null);
  const label = pin.label ?? pin.name;
  const tall = row.height > 28;
  const nodeType = session.store.getNode(nodeId)?.type ?? '';
  const required =
    !connected && isEmpty === true && session.catalog.requiredInputs(nodeType)?.includes(pin.name) === true;
  return (
    <div
      className={rowsCss['row']}
      data-tall={tall || undefined}
      data-input={pin.name}
      style={{ top: row.top, height: row.height }}
      data-drop-pin={FILES.has(type.base) ? pin.name : undefined}
      data-drop-node={FILES.has(type.base) ? nodeId : undefined}
    >
      {row.canHaveWire ? (
        <span
          className={rowsCss['pin']}
          data-pin={pin.name}
          data-side="input"
          data-node-id={nodeId}
          data-required={required || undefined}
          title={`${label} (${row.unknown ? t.noService : (pin.type ?? 'any')})${required ? t.needsWireValue : ''}`}
        >
          <PinShape base={type.base} filled={connected} />
        </span>
      ) : null}
      <PickButton session={session} side="input" nodeId={nodeId} pin={pin.name} />
      <span className={rowsCss['label']} title={label}>
        {label}
      </span>
      {connected ? (
        row.unknown ? (
          <span className={rowsCss['value']}>{t.stored}</span>
        ) : null
      ) : (
        <InputValue session={session} nodeId={nodeId} row={row} lines={lines} />
      )}
    </div>
  );
});

/** What an input holds: its field, else a line of text. Of a node only this wakes for it. */
function InputValue({
  session,
  nodeId,
  row: { pin, type },
  lines,
}: {
  session: EditorSession;
  nodeId: string;
  row: InputRow;
  lines: boolean;
}): ReactElement {
  useNodeSelector(session, nodeId, (node) => node.inputs?.[pin.name]);
  // The name of the node is part of what its fields are called.
  useTitle(session, nodeId);
  const value = currentValue(session, nodeId, pin);
  const fileName = useSyncExternalStore(session.fileNames.subscribe, () =>
    fileNameOf(session, type.base, value),
  );
  return lines ? (
    <LineValue
      text={fileName ?? words.nodeTypes.choice(type.choices ?? [], textOf(value))}
      isColor={type.base === 'color'}
    />
  ) : (
    <span className={rowsCss['widget']} data-widget>
      <ValueWidget session={session} nodeId={nodeId} pin={pin} type={type} surface="node" />
    </span>
  );
}

/** A value as a line of text; a color as itself. */
const LineValue = ({ text, isColor }: { text: string; isColor: boolean }): ReactElement =>
  isColor && CSS.supports('color', text) ? (
    <span className={rowsCss['swatch']} style={{ backgroundColor: text }} title={text} />
  ) : (
    <span className={rowsCss['value']} dir="auto">
      {text}
    </span>
  );

const FILES: ReadonlySet<string> = new Set(['image', 'video', 'audio', 'file']);

/** The name of a file, or how many there are in a list of them; null of other values. */
const fileNameOf = (session: EditorSession, base: string, value: unknown): string | null => {
  if (!FILES.has(base)) return null;
  if (Array.isArray(value)) return words.counts.files(value.length);
  return typeof value === 'string' ? session.fileName(value) : null;
};
