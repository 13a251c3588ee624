import type { ReactElement } from 'react';
import { isFileOutput } from '#shared/api/index.ts';
import { words } from '#renderer/words/index.ts';
import { textOf, type NamedOutput } from '../model/viewed-item.ts';
import { OutputThumbnail } from './output-thumbnail.tsx';
import css from './output-buttons.module.css';

const MAX_OUTPUTS = 3;

/** What a row of a table made or was made from: small pictures and beginnings of texts that open at full size. */
export function OutputButtons({
  connectionId,
  outputs,
  labelOf,
  onOpen,
}: {
  connectionId: string;
  outputs: readonly NamedOutput[];
  /** What a button says to screen readers. */
  labelOf: (named: NamedOutput) => string;
  onOpen: (key: string) => void;
}): ReactElement {
  return (
    <>
      {outputs.slice(0, MAX_OUTPUTS).map((named) => {
        const isText = !isFileOutput(named.output);
        return (
          <button
            key={named.key}
            type="button"
            className={isText ? css['open'] : css['thumb']}
            aria-label={labelOf(named)}
            title={named.label}
            onClick={() => onOpen(named.key)}
          >
            {isText ? (
              textOf(named.output).trim().slice(0, 200) || words.viewer.emptyText
            ) : (
              <OutputThumbnail connectionId={connectionId} named={named} />
            )}
          </button>
        );
      })}
      {outputs.length > MAX_OUTPUTS ? (
        <span className={css['quiet']}>+{outputs.length - MAX_OUTPUTS}</span>
      ) : null}
    </>
  );
}
