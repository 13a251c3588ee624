import { useMemo, useState, type ReactElement } from 'react';
import type { Graph, PinRef } from '#shared/graph/types.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import { Dialog, TextField, useSearch } from '#renderer/ui/index.ts';
import { PinShape } from '#renderer/fields/pin-shape.tsx';
import { words } from '#renderer/words/index.ts';
import { useUi } from '../../session/editor-context.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import css from './connect-picker.module.css';

const t = words.editorCanvas.connectPicker;

interface Choice {
  pin: PinRef;
  from: PinRef;
  to: PinRef;
  label: string;
  replaces: boolean;
  /** An input that has no value yet and cannot do without one. */
  isNeeded: boolean;
}

const texts = words.canvas.connect;

/** What must be set comes first, then what is free, then what would lose its wire. */
const rank = ({ isNeeded, replaces }: Choice): number => (isNeeded ? 0 : replaces ? 2 : 1);

const textOf = ({ label }: Choice): string => label;

/** The pins of a graph that a pin fits, in the order in which they are offered. */
function choicesFor(
  session: EditorSession,
  { nodes }: Pick<Graph, 'nodes'>,
  side: 'output' | 'input',
  pin: PinRef,
): Choice[] {
  const oppositeSide = side === 'output' ? 'input' : 'output';
  const choices: Choice[] = [];
  for (const node of nodes) {
    const box = session.scene.boxOf(node.id);
    if (!box) continue;
    const required = new Set(session.catalog.requiredInputs(node.type) ?? []);
    const rows =
      oppositeSide === 'input' ? box.layout.inputs.filter((row) => row.canHaveWire) : box.layout.outputs;
    for (const row of rows) {
      const end: PinRef = [box.id, row.pin.name];
      const [from, to] = side === 'output' ? [pin, end] : [end, pin];
      if (session.wiring.connectionError(from, to) !== null) continue;
      const replaces = oppositeSide === 'input' && session.store.incoming(end[0], end[1]) !== undefined;
      choices.push({
        pin: end,
        from,
        to,
        label: `${session.titleOf(box.id)} · ${row.pin.label ?? row.pin.name}`,
        replaces,
        isNeeded:
          oppositeSide === 'input' &&
          !replaces &&
          required.has(row.pin.name) &&
          node.inputs?.[row.pin.name] === undefined,
      });
    }
  }
  return choices.toSorted((a, b) => rank(a) - rank(b));
}

/** Wiring without a pointer: lists the pins that a pin fits, on every node. */
export function ConnectPicker({ session }: { session: EditorSession }): ReactElement | null {
  const request = useUi(session, (ui) => ui.connectPin);
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
  const close = (): void => session.ui.set({ connectPin: null });
  const oppositeSide = side === 'output' ? 'input' : 'output';
  const graph = session.store.getGraph();
  const choices = useMemo(() => choicesFor(session, graph, side, pin), [session, graph, side, pin]);
  const matches = useSearch(choices, query, textOf).slice(0, 200);
  const [first] = matches;
  const connect = ({ from, to }: Choice): void => {
    session.wiring.connect(from, to);
    close();
  };
  return (
    <Dialog
      open
      onClose={close}
      title={texts.title(session.titleOf(pin[0]), session.pinLabel(pin[0], pin[1], side))}
      description={texts.description(side)}
      width={480}
    >
      <TextField
        label={t.searchPins}
        hideLabel
        placeholder={t.searchPins}
        value={query}
        onValueChange={setQuery}
        onKeyDown={(event) => {
          if (pressedKey(event) === 'Enter' && first) connect(first);
        }}
        autoFocus
      />
      <ul className={css['choices']}>
        {matches.map((choice) => (
          <li key={choice.pin.join(' ')}>
            <button
              type="button"
              className={css['choice']}
              data-first={choice === first || undefined}
              onClick={() => connect(choice)}
            >
              <PinShape
                base={session.scene.pinBase(choice.pin[0], choice.pin[1], oppositeSide)}
                filled={choice.replaces}
              />
              <span>{choice.label}</span>
              {choice.replaces ? <small>{texts.replaces}</small> : null}
              {choice.isNeeded ? <small>{texts.isNeeded}</small> : null}
            </button>
          </li>
        ))}
        {matches.length > 0 ? null : (
          <li className={css['none']}>
            {choices.length === 0 ? texts.noneFits : texts.noneFound(query.trim())}
          </li>
        )}
      </ul>
    </Dialog>
  );
}
