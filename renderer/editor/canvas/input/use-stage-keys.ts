import { useEffect, useRef, useState, type HTMLAttributes, type RefObject } from 'react';
import { pressedKey } from '#renderer/keys/index.ts';
import { commands, keyMap, runKeyCommand } from '#renderer/commands/index.ts';

type KeyProps = Pick<HTMLAttributes<HTMLDivElement>, 'onKeyDown' | 'onKeyUp' | 'onBlur'>;

const isLetter = (key: string): boolean => /^[\p{L}\p{N}]$/u.test(key);

/** Follows the space bar beyond the canvas: it moves the view also where nothing has the focus, and is let go of anywhere. */
function useSpaceOfPage(setPressed: (isPressed: boolean) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.target === document.body && pressedKey(event) === ' ') setPressed(true);
    };
    const onKeyUp = (event: KeyboardEvent): void => {
      // While Cmd is held a Mac tells of no other key that is let go of.
      if ([' ', 'Meta'].includes(pressedKey(event))) setPressed(false);
    };
    const onBlur = (): void => setPressed(false);
    window.addEventListener('keydown', onKeyDown);
    window.addEventListener('keyup', onKeyUp);
    window.addEventListener('blur', onBlur);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('keyup', onKeyUp);
      window.removeEventListener('blur', onBlur);
    };
  }, [setPressed]);
}

/**
 * Keys while the canvas itself has the focus: those of its commands, and the space bar, which moves the view while it is
 * held and looks closely at the selected node when it is tapped. Where there is nothing to look at, letters that follow at once are no
 * commands: they are typed into the search for a node.
 * @param inspect tells whether there was something to look at.
 */
export function useStageKeys(
  stage: RefObject<HTMLDivElement | null>,
  inspect: () => boolean,
): {
  isSpaceDown: boolean;
  /** A press of the pointer: with the space bar held it moves the view, and the bar's release is no tap. */
  takeForPan: () => boolean;
  props: KeyProps;
} {
  const [isSpacePressed, setSpacePressed] = useState(false);
  const hasPanned = useRef(false);
  const wasEmpty = useRef(false);
  useSpaceOfPage(setSpacePressed);
  return {
    isSpaceDown: isSpacePressed,
    takeForPan: () => {
      wasEmpty.current = false;
      if (isSpacePressed) hasPanned.current = true;
      return isSpacePressed;
    },
    props: {
      onKeyDown: (event) => {
        if (event.target !== stage.current) return;
        const key = pressedKey(event);
        // A capital letter may follow.
        if (key === 'Shift') return;
        const isBare = !event.ctrlKey && !event.metaKey && !event.altKey;
        const isTyped = wasEmpty.current && isBare && isLetter(key);
        wasEmpty.current = false;
        if (isTyped) {
          event.preventDefault();
          commands.run('editor.quick-add', { text: key });
          return;
        }
        if (key !== ' ' || !isBare) {
          runKeyCommand('canvas', event.nativeEvent);
          return;
        }
        if (!event.repeat) hasPanned.current = false;
        setSpacePressed(true);
        event.preventDefault();
      },
      onKeyUp: (event) => {
        if (pressedKey(event) !== ' ') return;
        setSpacePressed(false);
        if (hasPanned.current || event.target !== stage.current) return;
        const tap = keyMap()
          .bindingsOf('canvas')
          .find(({ chord }) => chord === 'Space');
        // Without a selected node it says what to do, and what is typed next is meant for the search as well.
        if (tap?.id === 'editor.look') wasEmpty.current = !inspect();
        else if (tap) commands.run(tap.id, { chord: 'Space' });
      },
      onBlur: () => {
        wasEmpty.current = false;
        setSpacePressed(false);
        stage.current?.removeAttribute('data-pressed');
      },
    },
  };
}
