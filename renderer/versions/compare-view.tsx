import { Download, RotateCcw, Tag } from 'lucide-react';
import {
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactElement,
} from 'react';
import type { CanvasOperation } from '#shared/canvas/operations.ts';
import type { GraphVersion, GraphVersionDocument } from '#shared/desk/index.ts';
import { compareGraphs, countChanges } from '#shared/graph/compare.ts';
import { CommandButton, useCommandContext, useCommands } from '#renderer/commands/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import {
  Button,
  EmptyState,
  ErrorState,
  IconButton,
  LiveRegion,
  RelativeTime,
  Skeleton,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { CanvasChanges } from './canvas-changes.tsx';
import { ChangeList } from './change-list.tsx';
import { DiffCanvas } from './diff-canvas.tsx';
import { diffScene, type Card } from './diff-scene.ts';
import { NameDialog } from './name-dialog.tsx';
import type { OpenProject } from './ports.ts';
import { useChangeVersion, useGraphVersion, type ProjectRef } from './queries.ts';
import { canvasBack, useRestore } from './use-restore.ts';
import { changesLabel, reasonWords, versionTitle } from './version-words.ts';
import css from './compare.module.css';

const t = words.versions.compareView;

export interface CompareViewProps extends ProjectRef {
  versionId: string;
  project: OpenProject;
  /** Null where nothing can be exported. */
  onExport: ((version: GraphVersion) => void) | null;
  onClose: () => void;
}

/** A version beside the project as it is now: what differs, and ways back. */
export function CompareView(props: CompareViewProps): ReactElement {
  const { connectionId, projectId, versionId, onClose } = props;
  const document = useGraphVersion({ connectionId, projectId }, versionId);
  useCommandContext({ canvasCovered: true });
  useCommands('comparison', { 'versions.close': onClose });
  return (
    <section className={css['view']} aria-label={t.comparisonVersion}>
      {document.data ? (
        <Comparison key={versionId} {...props} document={document.data} />
      ) : (
        <>
          <header className={css['head']}>
            <Skeleton width={180} height={16} />
            <span className={css['spring']} />
            <CommandButton id="versions.close" />
          </header>
          {document.isError ? (
            <ErrorState
              title={t.versionCannot}
              text={describeProblem(document.error)}
              onRetry={() => void document.refetch()}
            />
          ) : (
            <div className={css['loading']} aria-busy="true">
              <Skeleton height="100%" radius={10} />
            </div>
          )}
        </>
      )}
    </section>
  );
}

function Comparison({
  connectionId,
  projectId,
  project,
  document,
  onExport,
}: CompareViewProps & { document: GraphVersionDocument }): ReactElement {
  const ref = { connectionId, projectId };
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [naming, setNaming] = useState(false);
  const [name, setName] = useState(document.version.name);
  const version = { ...document.version, name };
  const change = useChangeVersion(ref);
  const restore = useRestore(ref, project);
  const compared = useComparisonWithCurrent(document, project);
  const { comparison, scene } = compared;
  const canvas = useCanvasBack(document, project);
  const same = compared.same && canvas.length === 0;
  const summary = compared.same && !same ? t.sinceThenFramesNotes : compared.summary;
  const nameOf = useCallback((card: Card) => project.words.nodeName(card.node), [project]);
  return (
    <>
      <ComparisonHead
        version={version}
        summary={summary}
        same={same}
        onRename={() => setNaming(true)}
        onExport={onExport && (() => onExport(version))}
        onRestore={() => void restore.full(version)}
      />
      <LiveRegion>{summary}</LiveRegion>
      {same ? (
        <EmptyState title={t.projectJustLikeVersion} text={t.editOlderVersionSee} />
      ) : (
        <div className={css['body']}>
          <DiffCanvas
            scene={scene}
            summary={t.versionsOverEachList(summary)}
            selectedId={selectedId}
            onSelect={setSelectedId}
            nameOf={nameOf}
          />
          <div className={css['side']}>
            <CanvasChanges
              operations={canvas}
              onRestore={() => restore.edit(t.restoreFramesNotes, t.restoredFramesNotes, [], canvas)}
            />
            <ChangeList
              connectionId={connectionId}
              comparison={comparison}
              version={document.graph}
              project={project}
              selectedId={selectedId}
              onSelect={setSelectedId}
              edit={restore.edit}
            />
          </div>
        </div>
      )}
      {naming ? (
        <NameDialog
          title={name === null ? t.nameVersion : t.renameVersion}
          initial={name ?? ''}
          save={async (next) => {
            await change.mutateAsync({ versionId: version.id, change: { name: next } });
            setName(next);
          }}
          onClose={() => setNaming(false)}
        />
      ) : null}
    </>
  );
}

/** What makes frames and notes those of a version; wakes when they change. */
function useCanvasBack({ canvas }: GraphVersionDocument, project: OpenProject): CanvasOperation[] {
  const current = useSyncExternalStore(
    useCallback((listener: () => void) => project.subscribe(listener), [project]),
    () => project.getCanvas(),
  );
  return useMemo(() => canvasBack(current, canvas), [current, canvas]);
}

/** What differs between a version and the project as it is now. */
function useComparisonWithCurrent({ graph }: GraphVersionDocument, project: OpenProject) {
  // Typing in the project goes first; the comparison follows.
  const currentGraph = useDeferredValue(
    useSyncExternalStore(
      useCallback((listener: () => void) => project.subscribe(listener), [project]),
      () => project.getGraph(),
    ),
  );
  const comparison = useMemo(() => compareGraphs(graph, currentGraph), [graph, currentGraph]);
  const scene = useMemo(() => diffScene(currentGraph, comparison), [currentGraph, comparison]);
  const changes = changesLabel(countChanges(comparison));
  const same = changes === words.versions.versionWords.noDifference;
  const summary = same ? t.noDiffersFromCurrent : t.sinceThen(changes ?? '');
  return { comparison, scene, same, summary };
}

function ComparisonHead({
  version,
  summary,
  same,
  onRename,
  onExport,
  onRestore,
}: {
  version: GraphVersion;
  summary: string;
  /** There is nothing to restore. */
  same: boolean;
  onRename: () => void;
  onExport: (() => void) | null;
  onRestore: () => void;
}): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  // Who opened it by keyboard goes on from here, and from where they were when it closes.
  useEffect(() => {
    const from = window.document.activeElement;
    heading.current?.focus();
    return () => {
      const hasNoFocus = window.document.activeElement === window.document.body;
      if (hasNoFocus && from instanceof HTMLElement && from.isConnected) from.focus();
    };
  }, []);
  const title = versionTitle(version);
  return (
    <header className={css['head']}>
      <div className={css['titles']}>
        <h2 ref={heading} tabIndex={-1} className={css['title']} title={title}>
          <bdi>{title}</bdi>
        </h2>
        <p className={css['about']}>
          v{version.version} · <RelativeTime at={version.at} />
          {version.name === null ? null : ` · ${reasonWords[version.reason]}`}
          {' · '}
          {summary}
        </p>
      </div>
      <IconButton label={version.name === null ? t.name : t.rename} onClick={onRename}>
        <Tag />
      </IconButton>
      {onExport ? (
        <IconButton label={t.exportVersion} onClick={onExport}>
          <Download />
        </IconButton>
      ) : null}
      <Button
        variant="primary"
        icon={<RotateCcw aria-hidden />}
        disabledReason={same ? words.whyNot.sameAsNow : null}
        onClick={onRestore}
      >
        {t.restoreVersion}
      </Button>
      <CommandButton id="versions.close" />
    </header>
  );
}
