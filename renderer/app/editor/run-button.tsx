import { ChevronDown, Play, Square } from 'lucide-react';
import type { MouseEvent, ReactElement } from 'react';
import { commandMenu } from '#renderer/commands/index.ts';
import { isOver } from '#renderer/runs/index.ts';
import { estimateText, Button, IconButton, Menu, Tooltip } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { runLabel } from '../runs/run-label.ts';
import { RunText } from './run-text.tsx';
import { useDerivedEstimate } from '../runs/use-of-forecast.ts';
import { useRunEstimate, type ExpectedRun } from '../runs/use-run-estimate.ts';
import type { Workspace } from './use-workspace.ts';
import css from './run-button.module.css';

const t = words.appEditor.runButton;

/** Runs everything, and says what that means; while a run goes on, stops it. The menu beside it has the other ways. */
export function RunButton({ workspace }: { workspace: Workspace }): ReactElement {
  const { activeRuns, connectionId, session } = workspace;
  const estimate = useRunEstimate(connectionId, session);
  return (
    <div className={css['group']} data-run-button>
      {activeRuns > 0 ? (
        <StopButton workspace={workspace} />
      ) : (
        <StartButton workspace={workspace} estimate={estimate} />
      )}
      <Menu
        align="end"
        onOpenChange={(showsExpected) => session.ui.set({ showsExpected })}
        trigger={
          <IconButton label={t.overflowRun} variant="run" className={css['more']}>
            <ChevronDown />
          </IconButton>
        }
        entries={() => [
          ...estimate.lines.map((label) => ({ kind: 'label' as const, id: label, label })),
          estimate.lines.length > 0 && { kind: 'separator' as const, id: 'after the estimate' },
          ...commandMenu('run-button'),
        ]}
      />
    </div>
  );
}

function StartButton({
  workspace: { session, actions },
  estimate,
}: {
  workspace: Workspace;
  estimate: ExpectedRun;
}): ReactElement {
  const { full, short, sentence } = useDerivedEstimate(session, runLabel);
  const price = estimate.price === null ? '' : ` · ${estimate.price}`;
  return (
    <Tooltip text={`${sentence} ${estimateText(estimate.lines)}`.trim()}>
      <Button
        variant="run"
        size="small"
        busy={actions.starting}
        // Not by the command: without nodes the button says what is missing.
        onClick={actions.runAll}
      >
        {/* What cannot run yet is more than a price, which the tooltip has as well. */}
        <RunText
          icon={<Play aria-hidden fill="currentColor" />}
          full={short === words.bar.run.run && price !== '' ? short + price : full}
          short={short === words.bar.run.run ? short + price : short}
        />
      </Button>
    </Tooltip>
  );
}

/** In the place of Run: one that was pressed twice in a row must not stop what it has started. */
function StopButton({
  workspace: { visibleRun, activeRuns, actions },
}: {
  workspace: Workspace;
}): ReactElement {
  const isCanceling =
    activeRuns === 1 && visibleRun !== undefined && !isOver(visibleRun) && visibleRun.cancelRequested;
  const press = (event: MouseEvent): void => {
    if (event.shiftKey) actions.runAll();
    else if (event.detail < 2) actions.cancel();
  };
  return (
    <Tooltip text={t.stopsRunShiftClick}>
      <Button variant="run" size="small" busy={isCanceling} onClick={press}>
        <RunText
          icon={<Square aria-hidden fill="currentColor" />}
          full={isCanceling ? words.bar.run.stopping : words.bar.run.stop}
          short={isCanceling ? words.bar.run.stopping : words.bar.run.stop}
        />
      </Button>
    </Tooltip>
  );
}
