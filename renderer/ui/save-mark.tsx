import type { ReactElement, ReactNode } from 'react';
import { Tooltip } from './tooltip.tsx';
import css from './save-mark.module.css';

export interface SaveMarkProps {
  icon: ReactNode;
  /** A word or two. */
  text: string;
  /** Where the changes are, in whole sentences. */
  detail: string;
  tone: 'plain' | 'warn' | 'error';
  /** The name of the state, for what looks for it. */
  kind: string;
  onPress: () => void;
}

/** How safe the work is. */
export function SaveMark({ icon, text, detail, tone, kind, onPress }: SaveMarkProps): ReactElement {
  return (
    <Tooltip text={detail}>
      <button
        type="button"
        className={css['save']}
        data-tone={tone}
        data-kind={kind}
        aria-label={`${text}. ${detail}`}
        onClick={onPress}
      >
        {icon}
        <span role="status" aria-live="polite">
          {text}
        </span>
      </button>
    </Tooltip>
  );
}
