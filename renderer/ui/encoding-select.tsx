import type { ReactElement, ReactNode } from 'react';
import { TEXT_ENCODINGS, type TextEncoding } from '#shared/reading/index.ts';
import { words } from '#renderer/words/index.ts';
import { Select } from './select.tsx';
import css from './encoding-choice.module.css';

const OPTIONS = TEXT_ENCODINGS.map((value) => ({ value, label: words.textFiles.encodings[value] }));

const EncodingSelect = ({
  value,
  onValueChange,
}: {
  value: TextEncoding;
  onValueChange: (value: TextEncoding) => void;
}): ReactElement => (
  <Select
    label={words.textFiles.encoding}
    value={value}
    options={OPTIONS}
    onValueChange={onValueChange}
    fitsField
  />
);

/** The encoding beside the words that tell whether it is the right one. */
export const EncodingChoice = ({
  children,
  ...choice
}: {
  value: TextEncoding;
  onValueChange: (value: TextEncoding) => void;
  children: ReactNode;
}): ReactElement => (
  <div className={css['choice']}>
    <EncodingSelect {...choice} />
    {children}
  </div>
);
