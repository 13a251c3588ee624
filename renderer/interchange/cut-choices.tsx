import type { ReactElement } from 'react';
import { EncodingChoice, ProblemNote, Select } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { useCutChoices } from './use-cut-choices.ts';
import css from './interchange.module.css';

/** What the reader of an EDL or FCP 7 XML has to guess: its rate and its encoding, each with why. */
export function CutChoiceFields({
  state,
  setRate,
  setEncoding,
}: ReturnType<typeof useCutChoices>): ReactElement | null {
  if (state.at === 'none') return null;
  if (state.at === 'refused') return <ProblemNote>{state.problem}</ProblemNote>;
  if (state.at === 'looking') {
    return (
      <p className={css['allThere']} role="status">
        {words.interchange.looking}
      </p>
    );
  }
  const { inspection, choices } = state;
  const { rate, text } = inspection;
  const encoding = choices.encoding ?? text.encoding;
  if (!rate && !text.isGuess) return null;
  return (
    <div className={css['cutChoices']}>
      {rate ? (
        <div>
          <Select
            label={words.interchange.rate}
            value={String(choices.rate ?? rate.rate)}
            options={rate.options.map((option) => ({
              value: String(option),
              label: words.interchange.rateName(option, rate),
            }))}
            onValueChange={(value) => setRate(Number(value))}
          />
          <p className={css['cutHint']}>{words.interchange.rateReason(rate)}</p>
        </div>
      ) : null}
      {text.isGuess ? (
        <div className={css['cutEncoding']}>
          <EncodingChoice value={encoding} onValueChange={setEncoding}>
            <ul className={css['cutLines']} aria-label={words.interchange.accentedLines}>
              {inspection.accented.map((line) => (
                <li key={line} dir="auto">
                  {line}
                </li>
              ))}
            </ul>
          </EncodingChoice>
          <p className={css['cutHint']}>{words.interchange.encodingHint}</p>
        </div>
      ) : null}
    </div>
  );
}
