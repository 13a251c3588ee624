import { useRef, useState, type HTMLAttributes, type RefObject } from 'react';
import { pressedKey } from '#renderer/keys/index.ts';
import { commands, keyMap, runKeyCommand } from '#renderer/commands/index.ts';

type KeyProps = Pick<HTMLAttributes<HTMLDivElement>, 'onKeyDown' | 'onKeyUp' | 'onBlur'>;

/**
 * Keys while the canvas itself has the focus: those of its commands, and the space bar, which moves the view while it is
 * held. Tapped, it looks closely at the selected node's preview, or adds a node when there is none.
 * @param openPreview tells whether there was something to look at.
 */
export function useStageKeys(
  stage: RefObject<HTMLDivElement | null>,
  openPreview: () => boolean,
): {
  isSpaceHeld: boolean;
  /** A press of the pointer: with the space bar held it moves the view, and the bar's release adds no node. */
  takeForPan: () => boolean;
  props: KeyProps;
} {
  const [isSpaceHeld, setSpaceHeld] = useState(false);
  const hasPanned = useRef(false);
  return {
    isSpaceHeld,
    takeForPan: () => {
      if (isSpaceHeld) hasPanned.current = true;
      return isSpaceHeld;
    },
    props: {
      onKeyDown: (event) => {
        if (event.target !== stage.current) return;
        const isBare = !event.ctrlKey && !event.metaKey && !event.altKey;
        if (pressedKey(event) !== ' ' || !isBare) {
          runKeyCommand('canvas', event.nativeEvent);
          return;
        }
        if (!event.repeat) hasPanned.current = false;
        setSpaceHeld(true);
        event.preventDefault();
      },
      onKeyUp: (event) => {
        if (pressedKey(event) !== ' ') return;
        setSpaceHeld(false);
        if (hasPanned.current || event.target !== stage.current) return;
        const tap = keyMap()
          .bindingsOf('canvas')
          .find(({ chord }) => chord === 'Space');
        if (!openPreview() && tap) commands.run(tap.id, { chord: 'Space' });
      },
      onBlur: () => {
        setSpaceHeld(false);
        stage.current?.removeAttribute('data-pressed');
      },
    },
  };
}
