import { Frame } from 'lucide-react';
import { useSyncExternalStore, type ReactElement } from 'react';
import { MAX_TITLE_LENGTH } from '#shared/canvas/items.ts';
import { TextField } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { ItemBox } from '../scene/canvas-places.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { fittedText } from '../session/fitted-text.ts';
import { StateBar } from './state-bar.tsx';
import css from './inspector-panel.module.css';

/** Stands in no id of a node. */
const SEPARATOR = '\n';

/** The selected frames. */
export function useSelectedFrames(session: EditorSession): readonly ItemBox[] {
  useSyncExternalStore(session.items.subscribe, session.items.revision);
  return session.items.selected().filter(({ kind }) => kind === 'frames');
}

/** The title of a frame, how much lies in it, and the switches of all that does. */
export function FrameInspector({
  session,
  frames,
}: {
  session: EditorSession;
  frames: readonly ItemBox[];
}): ReactElement {
  const { items, store } = session;
  const [only, second] = frames;
  const text = words.frames;
  // Nodes are moved into a frame and out of it while it stays selected.
  const contained = useSyncExternalStore(
    (listener) => session.scene.subscribe(listener),
    () => [...new Set(frames.flatMap((frame) => items.nodesIn(frame)))].sort().join(SEPARATOR),
  );
  const nodeIds = contained === '' ? [] : contained.split(SEPARATOR);
  return (
    <div className={css['inspector']} data-inspector>
      {only && second === undefined ? (
        <header className={css['inspectorHead']}>
          <Frame size={16} aria-hidden />
          <div className={css['grow']}>
            <TextField
              label={text.title}
              hideLabel
              size="small"
              value={items.frame(only.id)?.title ?? ''}
              placeholder={text.selected(1)}
              onBlur={() => store.history.seal()}
              onValueChange={(title) =>
                void items.setText(only, fittedText(session, title, MAX_TITLE_LENGTH))
              }
            />
          </div>
        </header>
      ) : null}
      <p className={css['help']}>
        {text.holds(nodeIds.length)}. {text.framesHelp}
      </p>
      <StateBar of="frame" label={text.states} session={session} nodeIds={nodeIds} frames={frames} />
    </div>
  );
}
