import { languageOf, type Language } from '#shared/desk/languages.ts';
import { textOrNull, type Row } from '#service/storage/statements.ts';

/** The language of the sample project that an account waits for, of a row with `sample_project`; null without one. */
export function sampleRequestOf(row: Row): Language | null {
  // Requests of earlier versions name no language.
  const [state, language = 'en'] = (textOrNull(row, 'sample_project') ?? '').split(':');
  return state === 'wanted' ? languageOf(language) : null;
}
