import { useState, type ReactElement } from 'react';
import type { PinRef } from '#shared/graph/types.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import { searchTexts } from '#shared/search/index.ts';
import { Dialog, TextField } from '#renderer/ui/index.ts';
import { PinShape } from '#renderer/fields/pin-shape.tsx';
import { useUi } from '../../session/editor-context.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import css from './connect-picker.module.css';

interface Choice {
  pin: PinRef;
  from: PinRef;
  to: PinRef;
  label: string;
  replaces: boolean;
}

/** Wiring without a pointer: lists the pins that a pin fits, on every node. */
export function ConnectPicker({ session }: { session: EditorSession }): ReactElement | null {
  const request = useUi(session, (ui) => ui.connecting);
  if (!request) return null;
  return <Picker key={request.pin.join(' ')} session={session} side={request.side} pin={request.pin} />;
}

function Picker({
  session,
  side,
  pin,
}: {
  session: EditorSession;
  side: 'output' | 'input';
  pin: PinRef;
}): ReactElement {
  const [query, setQuery] = useState('');
  const close = (): void => session.ui.set({ connecting: null });
  const other = side === 'output' ? 'input' : 'output';
  const choices: Choice[] = [];
  for (const { id } of session.store.getGraph().nodes) {
    const box = session.scene.place(id);
    if (!box) continue;
    const rows = other === 'input' ? box.layout.inputs.filter((row) => row.wirable) : box.layout.outputs;
    for (const row of rows) {
      const end: PinRef = [box.id, row.pin.name];
      const [from, to] = side === 'output' ? [pin, end] : [end, pin];
      if (session.wiring.whyNot(from, to) !== null) continue;
      choices.push({
        pin: end,
        from,
        to,
        label: `${session.titleOf(box.id)} · ${row.pin.label ?? row.pin.name}`,
        replaces: other === 'input' && session.store.incoming(end[0], end[1]) !== undefined,
      });
    }
  }
  const shown = searchTexts(choices, query, ({ label }) => label).slice(0, 200);
  const [first] = shown;
  const connect = ({ from, to }: Choice): void => {
    session.wiring.connect(from, to);
    close();
  };
  return (
    <Dialog
      open
      onClose={close}
      title={`Connect ${session.titleOf(pin[0])} · ${session.pinLabel(pin[0], pin[1], side)}`}
      description={`Pins that fit this ${side}. Enter takes the first.`}
      width={480}
    >
      <TextField
        label="Search pins"
        hideLabel
        placeholder="Search pins"
        value={query}
        onValueChange={setQuery}
        onKeyDown={(event) => {
          if (pressedKey(event) === 'Enter' && first) connect(first);
        }}
        autoFocus
      />
      <ul className={css['choices']}>
        {shown.map((choice) => (
          <li key={choice.pin.join(' ')}>
            <button
              type="button"
              className={css['choice']}
              data-first={choice === first || undefined}
              onClick={() => connect(choice)}
            >
              <PinShape
                base={session.scene.pinBase(choice.pin[0], choice.pin[1], other)}
                filled={choice.replaces}
              />
              <span>{choice.label}</span>
              {choice.replaces ? <small>replaces a wire</small> : null}
            </button>
          </li>
        ))}
        {shown.length === 0 ? <li className={css['none']}>No pin in this project fits.</li> : null}
      </ul>
    </Dialog>
  );
}
