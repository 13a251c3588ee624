import type { ReactElement } from 'react';
import { Button, Dialog } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { useUi } from '../../session/editor-context.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { passLabel } from '../../session/pass-label.ts';
import css from './choose-pass.module.css';

const t = words.editorCanvas.pass;

/** Asks once which wire goes past a muted node where several fit; the next one after that. */
export function PassPicker({ session }: { session: EditorSession }): ReactElement | null {
  const [nodeId, ...remaining] = useUi(session, (ui) => ui.selectingPass);
  if (nodeId === undefined) return null;
  const next = (): void => session.ui.set({ selectingPass: remaining });
  return (
    <Dialog
      open
      onClose={next}
      title={t.passesThrough(session.titleOf(nodeId))}
      description={t.wiresFitOutputYou}
      footer={<Button onClick={next}>{t.noneThem}</Button>}
    >
      <ul className={css['choices']} aria-label={t.wiresFit}>
        {session.states.passChoices(nodeId).map((input, index) => (
          <li key={input}>
            <Button
              autoFocus={index === 0}
              className={css['choice']}
              onClick={() => {
                session.toggles.selectPass(nodeId, input);
                next();
              }}
            >
              {passLabel(session, nodeId, input)}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
