/** Letters of a value that a node draws; the whole of it is in the viewer. */
export const MAX_LINE_LETTERS = 300;

/** The beginning of a text, whole letters only, with an ellipsis where more follows. */
export function shortText(text: string, letters = MAX_LINE_LETTERS): string {
  if (text.length <= letters) return text;
  return `${text
    .slice(0, letters)
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`;
}

/** JSON of a value as far as it is drawn: of a value of megabytes no more is written than that. */
export function shortJson(value: unknown): string {
  let line = '';
  const isFull = (): boolean => line.length > MAX_LINE_LETTERS;
  const write = (chunk: unknown): void => {
    if (isFull()) return;
    if (typeof chunk === 'string') line += JSON.stringify(chunk.slice(0, MAX_LINE_LETTERS + 1));
    else if (typeof chunk !== 'object' || chunk === null) line += JSON.stringify(chunk) ?? 'null';
    else if (Array.isArray(chunk)) writeList(chunk);
    else writeFields(chunk as Record<string, unknown>);
  };
  const writeList = (list: readonly unknown[]): void => {
    line += '[';
    for (let index = 0; index < list.length && !isFull(); index += 1) {
      if (index > 0) line += ',';
      write(list[index]);
    }
    line += ']';
  };
  const writeFields = (fields: Record<string, unknown>): void => {
    line += '{';
    let isFirst = true;
    // Not a list of all keys: there may be a hundred thousand.
    for (const name in fields) {
      if (isFull()) break;
      if (fields[name] === undefined) continue;
      if (!isFirst) line += ',';
      isFirst = false;
      line += `${JSON.stringify(name.slice(0, MAX_LINE_LETTERS + 1))}:`;
      write(fields[name]);
    }
    line += '}';
  };
  write(value);
  return shortText(line);
}
