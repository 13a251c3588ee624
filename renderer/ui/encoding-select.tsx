import type { ReactElement } from 'react';
import { TEXT_ENCODINGS, type TextEncoding } from '#shared/reading/index.ts';
import { words } from '#renderer/words/index.ts';
import { Select } from './select.tsx';

const OPTIONS = TEXT_ENCODINGS.map((value) => ({ value, label: words.textFiles.encodings[value] }));

/** In which encoding a text file is read. */
export const EncodingSelect = ({
  value,
  onValueChange,
}: {
  value: TextEncoding;
  onValueChange: (value: TextEncoding) => void;
}): ReactElement => (
  <Select label={words.textFiles.encoding} value={value} options={OPTIONS} onValueChange={onValueChange} />
);
