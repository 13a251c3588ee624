import { jsonLanguage, jsonParseLinter } from '@codemirror/lang-json';
import type { LintSource } from '@codemirror/lint';

/**
 * Marks what is wrong in a JSON value at its place. The library asks `JSON.parse`, which in Chromium does not say where an
 * unexpected sign stands; all these would be marked at the begin of the text.
 */
export function jsonLinter(): LintSource {
  const lint = jsonParseLinter();
  return (view) =>
    lint(view).map((diagnostic) => ({ ...diagnostic, ...errorRange(view.state.doc.toString()) }));
}

/** The first place that is no JSON, in characters; nothing where the grammar of the editor is content with all. */
function errorRange(text: string): { from: number; to: number } | undefined {
  let range: { from: number; to: number } | undefined;
  jsonLanguage.parser.parse(text).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) range ??= { from, to };
      return range === undefined;
    },
  });
  return range;
}
