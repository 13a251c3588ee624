import { Pipette } from 'lucide-react';
import type { ReactElement } from 'react';
import type { PublicNodeTypePin } from '#shared/api/index.ts';
import { parsePinType } from '#shared/graph/pin-type.ts';
import { ValueWidget, type EditorSession } from '#renderer/editor/index.ts';
import { IconButton } from '#renderer/ui/index.ts';
import { inSentence, words } from '#renderer/words/index.ts';
import type { Hand } from '../model/hand.ts';
import { pictureInputs } from '../model/hands-of.ts';
import { SteadyPicture } from '../parts/steady-picture.tsx';
import type { HandledNode } from '../session/pictures.ts';
import css from '../parts/handles.module.css';

const t = words.handles.dialog;

/** The numbers that handles change, colors that can be picked, and what comes out. */
export function HandsPanel({
  session,
  nodeId,
  node,
  hands,
  picking,
  onPicking,
}: {
  session: EditorSession;
  nodeId: string;
  node: HandledNode;
  hands: readonly Hand[];
  picking: string | null;
  onPicking: (input: string | null) => void;
}): ReactElement {
  const names = new Set(hands.flatMap(({ pins }) => pins.map(({ name }) => name)));
  const roles = node.inputs.filter((pin) => names.has(pin.name) || hasHandChoice(pin));
  const canPick = pictureInputs(node.inputs).length > 0;
  const colors = node.inputs.filter((pin) => parsePinType(pin.type).base === 'color');
  const rows = [...roles, ...colors.filter((pin) => !names.has(pin.name))];
  return (
    <aside className={css['side']}>
      <section aria-label={t.numbers}>
        <h2 className={css['heading']}>{t.numbers}</h2>
        <div className={css['numbers']}>
          {rows.map((pin) => {
            const label = pin.label ?? pin.name;
            const source = node.wired[pin.name];
            const isColor = parsePinType(pin.type).base === 'color';
            return [
              <span key={`${pin.name} label`}>{label}</span>,
              source === undefined ? (
                <div key={pin.name} className={css['control']} data-value>
                  <ValueWidget
                    session={session}
                    nodeId={nodeId}
                    pin={pin}
                    type={parsePinType(pin.type)}
                    surface="inspector"
                  />
                  {isColor && canPick ? (
                    <IconButton
                      label={t.pick(inSentence(label))}
                      aria-pressed={picking === pin.name}
                      onClick={() => onPicking(picking === pin.name ? null : pin.name)}
                    >
                      <Pipette />
                    </IconButton>
                  ) : null}
                </div>
              ) : (
                <span key={pin.name} className={css['wired']} title={t.from(source)}>
                  {t.from(source)}
                </span>
              ),
            ];
          })}
        </div>
      </section>
      <section aria-label={t.result}>
        <h2 className={css['heading']}>{t.result}</h2>
        <div className={css['result']} data-result>
          {node.result === null ? (
            <p>{t.noResult}</p>
          ) : (
            <SteadyPicture
              connectionId={session.ports.connectionId}
              fileId={node.result.fileId}
              isCompact={node.result.scale !== 1}
              alt={t.result}
            />
          )}
        </div>
      </section>
    </aside>
  );
}

/** A choice that says how a hand lies, such as what a layer is fitted to. */
const hasHandChoice = (pin: PublicNodeTypePin): boolean => {
  const { base, role } = parsePinType(pin.type);
  return role !== undefined && base === 'choice';
};
