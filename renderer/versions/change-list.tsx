import { Undo2 } from 'lucide-react';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { PatchOperation } from '#shared/api/index.ts';
import {
  restoreField,
  restoreNode,
  type FieldChange,
  type GraphComparison,
  type NodeChange,
} from '#shared/graph/compare.ts';
import { findNode } from '#shared/graph/graph.ts';
import type { Graph, GraphConnection } from '#shared/graph/types.ts';
import { useMediaUrl } from '#renderer/desk/index.ts';
import { Button, IconButton, VisuallyHidden } from '#renderer/ui/index.ts';
import { inSentence, words as texts } from '#renderer/words/index.ts';
import type { GraphWords, OpenProject } from './ports.ts';
import { fieldLabel, fileOf, kindSigns, kindWords } from './version-words.ts';
import css from './compare.module.css';

const t = texts.versions.changeList;

const PAGE = 100;

export interface ChangeListProps {
  connectionId: string;
  /** From the version to now. */
  comparison: GraphComparison;
  version: Graph;
  project: OpenProject;
  selectedId: string | null;
  onSelect: (nodeId: string) => void;
  /** Makes an edit. @param message what is told when it is done. */
  edit: (label: string, message: string, operations: readonly PatchOperation[]) => void;
}

/** Everything that changed since a version, in words, each with what brings it back. */
export function ChangeList(props: ChangeListProps): ReactElement {
  const { comparison, selectedId } = props;
  const [most, setMost] = useState(PAGE);
  const wires = [
    ...comparison.removedWires.map((wire) => ({ wire, kind: 'removed' as const })),
    ...comparison.addedWires.map((wire) => ({ wire, kind: 'added' as const })),
  ];
  const at = comparison.nodes.findIndex(({ nodeId }) => nodeId === selectedId);
  const visibleCount = Math.max(most, at + 1);
  return (
    <div className={css['changes']}>
      <ul aria-label={t.nodesDiffer}>
        {comparison.nodes.slice(0, visibleCount).map((change) => (
          <NodeRow key={change.nodeId} {...props} change={change} />
        ))}
      </ul>
      {comparison.nodes.length > visibleCount ? (
        <Button size="small" onClick={() => setMost(visibleCount + PAGE)}>
          {t.showOverflow(Math.min(PAGE, comparison.nodes.length - visibleCount))}
        </Button>
      ) : null}
      {wires.length > 0 ? (
        <>
          <h3 className={css['group']}>{t.wires}</h3>
          <ul aria-label={t.wiresDiffer}>
            {wires.slice(0, visibleCount).map(({ wire, kind }) => (
              <WireRow key={`${kind} ${JSON.stringify(wire)}`} {...props} wire={wire} kind={kind} />
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}

function Sign({ kind }: { kind: NodeChange['kind'] }): ReactElement {
  return (
    <span className={css['sign']} data-kind={kind}>
      <span aria-hidden>{kindSigns[kind]}</span>
      <VisuallyHidden>{kindWords[kind]}</VisuallyHidden>
    </span>
  );
}

/** What bringing one node back is called: of one that came later, it is taken away. */
const backWords: Record<NodeChange['kind'], string> = {
  added: t.removeNode,
  removed: t.bringBack,
  changed: t.restoreNode,
  moved: t.moveBack,
};

function NodeRow({
  connectionId,
  change,
  version,
  project,
  selectedId,
  onSelect,
  edit,
}: ChangeListProps & { change: NodeChange }): ReactElement {
  const { words } = project;
  const node = change.kind === 'removed' ? change.before : change.after;
  const name = words.nodeName(node);
  const typeName = words.typeName(node.type);
  const selected = change.nodeId === selectedId;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (selected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    <li ref={row} className={css['change']} data-selected={selected || undefined}>
      <div className={css['changeHead']}>
        <Sign kind={change.kind} />
        <button
          type="button"
          className={css['changeName']}
          aria-pressed={selected}
          onClick={() => onSelect(change.nodeId)}
        >
          <bdi>{name}</bdi>
          {typeName === name ? null : <small>{typeName}</small>}
        </button>
        <Button
          size="small"
          aria-label={`${backWords[change.kind]}: ${name}`}
          onClick={() =>
            edit(
              change.kind === 'added' ? t.apply(name) : t.restore(name),
              change.kind === 'added' ? t.took(name) : t.restored(name),
              restoreNode(project.getGraph(), version, change.nodeId),
            )
          }
        >
          {backWords[change.kind]}
        </Button>
      </div>
      {change.kind === 'changed' ? (
        <ul className={css['fields']} aria-label={t.changedIn(name)}>
          {change.fields.map((field) => (
            <FieldRow
              key={field.field === 'input' ? `input ${field.input}` : field.field}
              connectionId={connectionId}
              field={field}
              type={change.after.type}
              words={words}
              name={name}
              restore={
                field.field === 'type'
                  ? null
                  : (label) =>
                      edit(
                        t.restoreOf(inSentence(label), name),
                        t.restoredOf(label, name),
                        restoreField(change.nodeId, field),
                      )
              }
            />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

function FieldRow({
  connectionId,
  field,
  type,
  words,
  name,
  restore,
}: {
  connectionId: string;
  field: FieldChange;
  type: string;
  words: GraphWords;
  name: string;
  restore: ((label: string) => void) | null;
}): ReactElement {
  const { label, before, after } = fieldLabel(field, type, words);
  const files = field.field === 'input' ? { before: fileOf(field.before), after: fileOf(field.after) } : null;
  return (
    <li className={css['field']}>
      <span className={css['fieldLabel']}>{label}</span>
      <span className={css['values']}>
        <VisuallyHidden>{t.label}</VisuallyHidden>
        <del className={css['value']}>
          <Picture connectionId={connectionId} fileId={files?.before ?? null} />
          <bdi>{before}</bdi>
        </del>
        <span aria-hidden>→</span>
        <VisuallyHidden>{t.isCurrent}</VisuallyHidden>
        <ins className={css['value']}>
          <Picture connectionId={connectionId} fileId={files?.after ?? null} />
          <bdi>{after}</bdi>
        </ins>
      </span>
      {restore ? (
        <IconButton label={t.restoreOf2(label, name)} onClick={() => restore(label)}>
          <Undo2 />
        </IconButton>
      ) : null}
    </li>
  );
}

function Picture({
  connectionId,
  fileId,
}: {
  connectionId: string;
  fileId: string | null;
}): ReactElement | null {
  const url = useMediaUrl(connectionId, fileId === null ? null : { kind: 'file', fileId }, 'thumbnail');
  const [broken, setBroken] = useState(false);
  if (!url || broken) return null;
  return <img className={css['picture']} src={url.url} alt="" onError={() => setBroken(true)} />;
}

function WireRow({
  wire,
  kind,
  version,
  project,
  edit,
}: ChangeListProps & { wire: GraphConnection; kind: 'added' | 'removed' }): ReactElement {
  const graph = project.getGraph();
  const end = ([id, pin]: readonly [string, string]): string => {
    const node = findNode(graph, id) ?? findNode(version, id);
    return `${node ? project.words.nodeName(node) : id}.${pin}`;
  };
  const message = t.label2(end(wire.from), end(wire.to));
  const back: PatchOperation =
    kind === 'added'
      ? { op: 'disconnect', from: wire.from, to: wire.to }
      : { op: 'connect', from: wire.from, to: wire.to };
  return (
    <li className={css['wire']}>
      <Sign kind={kind} />
      <bdi className={css['wireName']}>
        {end(wire.from)} → {end(wire.to)}
      </bdi>
      <IconButton
        label={kind === 'added' ? t.unplug(message) : t.plugRetry(message)}
        onClick={() =>
          edit(
            kind === 'added' ? t.unplugWire : t.restoreWire,
            kind === 'added' ? t.unpluggedWire : t.restoredWire,
            [back],
          )
        }
      >
        <Undo2 />
      </IconButton>
    </li>
  );
}
