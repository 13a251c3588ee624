import { useEffect, useId, useRef, useState, type HTMLAttributes, type ReactElement } from 'react';
import { pressedKey } from '#renderer/keys/index.ts';
import { isInOtherWindow } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { conversionName, insertConversion } from '../../session/converting.ts';
import { useUi } from '../../session/editor-context.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import type { ConversionRequest } from '../../session/editor-ui.ts';
import { NodeOption } from './node-option.tsx';
import { useActiveInView } from './use-active-in-view.ts';
import css from './quick-add.module.css';

const t = words.editorCanvas.convertPicker;

const WIDTH = 320;
const HEIGHT = 300;

/** Where a wire was let go on a pin that does not take it: nodes that would make it fit. */
export function ConvertPickerView({ session }: { session: EditorSession }): ReactElement | null {
  const request = useUi(session, (ui) => ui.convertPin);
  if (!request) return null;
  return <Picker key={`${request.from.join(' ')} ${request.to.join(' ')}`} {...{ session, request }} />;
}

function Picker({ session, request }: { session: EditorSession; request: ConversionRequest }): ReactElement {
  const { from, to, reason, conversions } = request;
  const [active, setActive] = useState(0);
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const list = useActiveInView(active);
  useEffect(() => frame.current?.focus({ preventScroll: true }), []);
  const close = (): void => {
    session.ui.set({ convertPin: null });
    document.querySelector<HTMLElement>('[data-editor-stage]')?.focus();
  };
  const select = (index: number): void => {
    const conversion = conversions[index];
    if (conversion) insertConversion(session, from, to, conversion);
    close();
  };
  const keys: HTMLAttributes<HTMLDivElement> & { 'data-canvas-control': boolean } = {
    role: 'listbox',
    'aria-labelledby': `${id}-why`,
    'aria-activedescendant': `${id}-${active}`,
    'data-canvas-control': true,
    tabIndex: 0,
    onBlur: (event) => {
      if (!event.currentTarget.contains(event.relatedTarget) && !isInOtherWindow(event))
        session.ui.set({ convertPin: null });
    },
    onKeyDown: (event) => {
      event.stopPropagation();
      if (pressedKey(event) === 'Escape') close();
      else if (pressedKey(event) === 'Enter') select(active);
      else if (pressedKey(event) === 'ArrowDown') setActive(Math.min(active + 1, conversions.length - 1));
      else if (pressedKey(event) === 'ArrowUp') setActive(Math.max(active - 1, 0));
      else return;
      event.preventDefault();
    },
  };
  return (
    <div
      ref={frame}
      className={css['picker']}
      style={{ ...cornerOf(session, request), width: WIDTH, maxHeight: HEIGHT, outline: 'none' }}
      {...keys}
    >
      <p id={`${id}-why`} className={css['why']}>
        {t.insertBetween(sentence(reason))}
      </p>
      <div ref={list} role="presentation" className={css['list']}>
        {conversions.map((conversion, index) => (
          <NodeOption
            key={conversion.map((step) => `${step.type} ${step.output}`).join(' ')}
            id={`${id}-${index}`}
            isActive={index === active}
            icon={session.catalog.find(conversion[0]?.type ?? '')?.summary.icon}
            name={conversionName(session, conversion)}
            category={conversion.length > 1 ? words.counts.nodes(conversion.length) : ''}
            onPointerMove={() => setActive(index)}
            onPointerDown={(event) => event.preventDefault()}
            onSelect={() => select(index)}
          />
        ))}
      </div>
    </div>
  );
}

/** `image does not fit number` as a sentence. */
const sentence = (clause: string): string => `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;

/** Where it stands: where the wire was let go, and whole within the canvas. */
function cornerOf({ view }: EditorSession, { client }: ConversionRequest): { left: number; top: number } {
  const { x, y, zoom } = view.view;
  const origin = view.toClient({ x: -x / zoom, y: -y / zoom });
  return {
    left: Math.max(8, Math.min(client.x - origin.x, view.size.width - WIDTH - 8)),
    top: Math.max(8, Math.min(client.y - origin.y, view.size.height - HEIGHT - 8)),
  };
}
