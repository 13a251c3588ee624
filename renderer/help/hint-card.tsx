import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button, IconButton } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { ArticleText } from './article-text.tsx';
import css from './hint-card.module.css';

const t = words.help.hintCard;

/** Something to try, in one sentence; keys of commands as in articles. */
export interface Hint {
  id: string;
  text: string;
}

/** What a newcomer can try next; nothing once all was done or put away. */
export function HintCard({
  hint,
  onHide,
  onTour,
}: {
  hint: Hint | undefined;
  onHide: () => void;
  /** Null once the tour was taken. */
  onTour: (() => void) | null;
}): ReactElement | null {
  if (!hint) return null;
  return (
    <aside className={css['card']} aria-label={t.hint} data-hint>
      <div className={css['text']} aria-live="polite">
        <ArticleText text={hint.text} />
      </div>
      {onTour === null ? null : (
        <Button size="small" onClick={onTour}>
          {words.firstMinute.takeTour}
        </Button>
      )}
      <IconButton label={words.firstMinute.hideHints} size="small" onClick={onHide}>
        <X />
      </IconButton>
    </aside>
  );
}
