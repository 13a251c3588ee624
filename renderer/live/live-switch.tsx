import { Zap } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button, Tooltip } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import css from './live-switch.module.css';

const t = words.live.liveSwitch;

/** Why previews cannot be switched on; null where they can. */
export type LiveBlocker = string | null;

/** Switches previews while editing on and off, and says what they do, or why they cannot be had. */
export function LiveSwitch({
  isOn,
  blocker,
  slowTypes,
  onToggle,
}: {
  isOn: boolean;
  blocker: LiveBlocker;
  /** Titles of node types that are left out because they took too long lately. */
  slowTypes: readonly string[];
  onToggle: () => void;
}): ReactElement {
  return (
    <Tooltip text={blocker ?? describeSwitch(isOn, slowTypes)}>
      <Button
        variant="quiet"
        size="small"
        className={css['switch']}
        icon={<Zap aria-hidden fill={isOn ? 'currentColor' : 'none'} />}
        aria-pressed={isOn}
        disabled={blocker !== null}
        focusableWhenDisabled
        aria-label={words.commandWords.commands['run.live'].title}
        onClick={onToggle}
      >
        <span className={css['word']}>{t.live}</span>
      </Button>
    </Tooltip>
  );
}

function describeSwitch(isOn: boolean, slowTypes: readonly string[]): string {
  if (!isOn) return t.switchSeeEachEdit;
  if (slowTypes.length === 0) return t.freeFastShowsEach;
  const names = slowTypes.slice(0, 3).join(', ');
  return t.eachEditShowsLeft(names);
}
