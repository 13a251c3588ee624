import { ArrowLeft, ChevronDown, History, Images, Play, Search } from 'lucide-react';
import type { ReactElement } from 'react';
import { SaveState, type EditorSession } from '#renderer/editor/index.ts';
import { commands, formatShortcut, isMacPlatform } from '#renderer/commands/index.ts';
import { Button, IconButton, Kbd, Menu } from '#renderer/ui/index.ts';
import { Credits } from './credits.tsx';
import { ProjectTitle } from './project-title.tsx';
import { ProjectViews } from './project-views.tsx';
import { ThemeMenu } from './theme-menu.tsx';
import { UploadsButton } from './uploads-button.tsx';
import type { RunActions } from './use-project-runs.ts';
import css from './editor-page.module.css';

/** Name and save state at the left, finding and running at the right. */
export function EditorTopBar({
  connectionId,
  projectId,
  session,
  renaming,
  onRenaming,
  onBack,
  actions,
  going,
  canApply,
  onApply,
  outputsOpen,
  onToggleOutputs,
}: {
  connectionId: string;
  projectId: string;
  session: EditorSession;
  renaming: boolean;
  onRenaming: (renaming: boolean) => void;
  onBack: () => void;
  actions: RunActions;
  /** How many runs are going on. */
  going: number;
  canApply: boolean;
  onApply: () => void;
  outputsOpen: boolean;
  onToggleOutputs: () => void;
}): ReactElement {
  const isMac = isMacPlatform();
  const keys = (shortcut: string) => formatShortcut(shortcut, isMac);
  return (
    <header className={css['bar']}>
      <IconButton label="All projects" shortcut={keys('Mod+Shift+O')} onClick={onBack}>
        <ArrowLeft />
      </IconButton>
      <ProjectTitle
        connectionId={connectionId}
        projectId={projectId}
        initialName={session.name}
        editing={renaming}
        onEditing={onRenaming}
      />
      <ProjectViews
        connectionId={connectionId}
        projectId={projectId}
        view="graph"
        saveFirst={() => session.store.flush()}
      />
      <span className={css['save']}>
        <SaveState session={session} />
      </span>
      <span className={css['spring']} />
      <button type="button" className={css['find']} onClick={() => commands.run('editor.find')}>
        <Search aria-hidden />
        <span>Find a node</span>
        <Kbd>{keys('Mod+F')}</Kbd>
      </button>
      <UploadsButton queue={session.uploads} />
      <Credits connectionId={connectionId} />
      <IconButton label="History" shortcut={keys('Mod+Shift+H')} onClick={() => commands.run('view.history')}>
        <History />
      </IconButton>
      <IconButton
        label={outputsOpen ? 'Hide outputs' : 'Show outputs'}
        aria-pressed={outputsOpen}
        onClick={onToggleOutputs}
      >
        <Images />
      </IconButton>
      <ThemeMenu side="bottom" />
      <div className={css['runGroup']}>
        <Button
          variant="run"
          size="small"
          icon={<Play aria-hidden fill="currentColor" />}
          busy={actions.starting}
          onClick={actions.runAll}
        >
          Run
        </Button>
        <Menu
          align="end"
          trigger={
            <IconButton label="More ways to run" variant="run" className={css['runMore']}>
              <ChevronDown />
            </IconButton>
          }
          entries={[
            { id: 'all', label: 'Run everything', shortcut: keys('Mod+Enter'), onSelect: actions.runAll },
            {
              id: 'selected',
              label: 'Run to the selected nodes',
              shortcut: keys('Mod+Shift+Enter'),
              disabled: !actions.canRunSelected(),
              onSelect: actions.runSelected,
            },
            {
              id: 'unsaved',
              label: 'Run without saving',
              detail: 'The graph as it is on screen',
              onSelect: actions.runOnScreen,
            },
            { kind: 'separator', id: 'line' },
            {
              id: 'cancel',
              label: going > 1 ? 'Cancel the shown run' : 'Cancel run',
              shortcut: keys('Mod+.'),
              disabled: going === 0,
              onSelect: actions.cancel,
            },
            { id: 'apply', label: 'Apply outputs…', disabled: !canApply, onSelect: onApply },
          ]}
        />
      </div>
    </header>
  );
}
