import { ArrowLeft } from 'lucide-react';
import type { ReactElement } from 'react';
import { LiveSwitch } from '#renderer/live/index.ts';
import { SaveState } from '#renderer/editor/index.ts';
import { CommandButton, CommandIconView, commands, keysLabel } from '#renderer/commands/index.ts';
import { QueueButton } from '#renderer/queue/index.ts';
import { Kbd, pane, Tooltip } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { Credits } from '../parts/credits.tsx';
import { OverflowMenu } from '../pages/more-menu.tsx';
import { ProjectTitle } from './project-title.tsx';
import { ProjectViews } from './project-views.tsx';
import { RunButton } from './run-button.tsx';
import { UploadsButton } from '../parts/uploads-button.tsx';
import type { Workspace } from './use-workspace.ts';
import workbench from '../parts/workbench.module.css';
import css from './editor-top-bar.module.css';

/** Name and save state at the left, finding and running at the right. */
export function EditorTopBar({ workspace }: { workspace: Workspace }): ReactElement {
  const { connectionId, projectId, session } = workspace;
  return (
    <header className={workbench['bar']} {...pane}>
      <CommandButton id="go.projects" icon={<ArrowLeft />} />
      <ProjectTitle
        connectionId={connectionId}
        projectId={projectId}
        initialName={session.name}
        editing={workspace.isRenaming}
        onEditing={workspace.setRenaming}
      />
      <ProjectViews
        connectionId={connectionId}
        projectId={projectId}
        view="graph"
        saveFirst={() => session.store.flush()}
      />
      <span className={css['steps']}>
        <CommandButton id="edit.undo" />
        <CommandButton id="edit.redo" />
      </span>
      <span className={css['save']}>
        <span data-tour="saved">
          <SaveState session={session} />
        </span>
      </span>
      <span className={css['aside']}>
        <Tooltip text={words.commandWords.commands['editor.find'].title} shortcut={keysLabel('editor.find')}>
          <button type="button" className={css['find']} onClick={() => commands.run('editor.find')}>
            <CommandIconView id="editor.find" />
            <span>{words.bar.find}</span>
            <Kbd>{keysLabel('editor.find')}</Kbd>
          </button>
        </Tooltip>
        <QueueButton connectionId={connectionId} />
        <Credits connectionId={connectionId} />
      </span>
      <UploadsButton queue={session.uploads} />
      <OverflowMenu connectionId={connectionId} />
      <LiveSwitch
        isOn={workspace.live.isOn}
        blocker={workspace.live.blocker}
        slowTypes={workspace.live.slowTypes}
        onToggle={workspace.live.toggle}
      />
      <RunButton workspace={workspace} />
    </header>
  );
}
