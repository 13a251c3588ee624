import { useState, type FormEvent, type ReactElement } from 'react';
import { planTextReplacement } from '#shared/graph/replace-text.ts';
import type { GraphNode } from '#shared/graph/types.ts';
import { Button, TextField } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import css from './find-node.module.css';

const t = words.editorCanvas.replaceFound;

/** Letters of what words are replaced by. */
const MAX_LETTERS = 10_000;

/** What is done with all that was found: other words in their texts, another type. */
export function ReplaceFound({
  session,
  find,
  found,
  onClose,
}: {
  session: EditorSession;
  find: string;
  found: readonly GraphNode[];
  onClose: () => void;
}): ReactElement {
  const [by, setBy] = useState('');
  const { catalog, states, store, ui } = session;
  const plan = planTextReplacement(store.getGraph(), find, by, catalog, (id) => states.isLocked(id));
  const replaceText = (): void => {
    const label = t.replace(find.slice(0, 40));
    if (!session.apply(label, plan.operations)) return;
    const left = plan.exceeding.length;
    ui.notify(`${t.replaced(plan.count, plan.nodeIds.length)}${left > 0 ? t.wouldStayed(left) : ''}`);
  };
  const replaceType = (): void => {
    const ids = found.map(({ id }) => id);
    store.select(ids);
    onClose();
    ui.set({ replaceIds: new Set(ids) });
  };
  return (
    <form
      className={css['replace']}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        replaceText();
      }}
    >
      <div className={css['line']}>
        <TextField
          label={t.replaceWords}
          hideLabel
          size="small"
          placeholder={t.replaceBy}
          value={by}
          maxLength={MAX_LETTERS}
          onValueChange={setBy}
        />
        <Button size="small" type="submit" disabled={plan.operations.length === 0}>
          {plan.count > 0 ? t.replaceTimes(plan.count) : t.replaceText}
        </Button>
      </div>
      <div className={css['line']}>
        <span className={css['count']} role="status">
          {plan.count > 0 ? t.texts(plan.nodeIds.length) : find === '' ? '' : t.theseWordsNoText}
        </span>
        <Button size="small" disabled={found.length === 0} onClick={replaceType}>
          {t.replaceWith(found.length)}
        </Button>
      </div>
    </form>
  );
}
