import type { ReactElement } from 'react';
import { words } from '#renderer/words/index.ts';
import type { ShotToMake } from './make-source.ts';
import css from './make.module.css';

/** What is said where several shots give their words, and where some have none. */
export function WordsNote({ shots }: { shots: readonly ShotToMake[] }): ReactElement | null {
  const empty = shots.filter((shot) => shot.words === '').length;
  const sentences = [
    shots.length > 1 ? words.storyboard.wordsOfEach : '',
    empty > 0 && shots.length > 1 ? words.storyboard.noWords(empty) : '',
  ].filter((sentence) => sentence !== '');
  return sentences.length === 0 ? null : <p className={css['quiet']}>{sentences.join(' ')}</p>;
}
