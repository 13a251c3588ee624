import { Wand2 } from 'lucide-react';
import { useState, type FormEvent, type ReactElement } from 'react';
import { Button, NumberField, priceText, Select, Switch, TextArea } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { PictureModel } from './make-models.ts';
import type { MakeSource, ShotToMake } from './make-source.ts';
import css from './make.module.css';

const text = words.storyboard;
/** More of one shot are asked for by another press. */
const MAX_PICTURES = 8;

interface ModelFormProps {
  model: PictureModel;
  shots: readonly ShotToMake[];
  /** The shots of the board that have no picture. */
  bare: readonly ShotToMake[];
  onMake: (source: MakeSource, shots: readonly ShotToMake[]) => void;
}

/** What is asked of a picture model: the prompt of a shot, or what is added to those of several; how many, and their size. */
export function ModelForm({ model, shots, bare, onMake }: ModelFormProps): ReactElement {
  const [prompt, setPrompt] = useState(shots.length === 1 ? (shots[0]?.words ?? '') : '');
  const [added, setAdded] = useState('');
  const [count, setCount] = useState<number | null>(1);
  const [error, setError] = useState<string | null>(null);
  const [size, setSize] = useState(model.size);
  const [isForBare, setForBare] = useState(false);
  const isSingle = shots.length === 1 && !isForBare;
  const requested = isSingle
    ? [{ ...shots[0]!, words: prompt.trim() }]
    : withAdded(isForBare ? bare : shots, added);
  const prompted = requested.filter((shot) => shot.words !== '');
  const left = requested.length - prompted.length;
  const pictures = prompted.length * (count ?? 0);
  const canMake = pictures > 0 && error === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!canMake) return;
    const { provider } = model;
    onMake(
      { kind: 'model', name: provider, provider, size },
      prompted.flatMap((shot) => Array.from({ length: count ?? 0 }, () => shot)),
    );
  };
  return (
    <form className={css['fields']} aria-label={text.byModel} onSubmit={submit}>
      {isSingle ? (
        <TextArea label={text.prompt} grows rows={4} value={prompt} onValueChange={setPrompt} />
      ) : (
        <>
          <p className={css['quiet']}>{text.wordsArePrompts}</p>
          <TextArea label={text.addedToPrompts} grows rows={2} value={added} onValueChange={setAdded} />
        </>
      )}
      {model.model === null ? null : <p className={css['quiet']}>{text.modelIs(model.model)}</p>}
      <div className={css['pair']}>
        <NumberField
          label={isSingle ? text.pictures : text.picturesOfEach}
          value={count}
          min={1}
          max={MAX_PICTURES}
          step={1}
          integer
          onValueChange={setCount}
          onError={setError}
        />
        {model.sizes.length > 1 ? (
          <Select
            label={text.size}
            value={size}
            options={model.sizes.map((value) => ({ value, label: sizeLabel(value) }))}
            onValueChange={setSize}
          />
        ) : null}
      </div>
      {isSubset(bare, shots) ? (
        <Switch label={text.forBare(bare.length)} checked={isForBare} onCheckedChange={setForBare} />
      ) : null}
      {left > 0 ? (
        <p className={css['quiet']}>{isSingle ? text.promptIsEmpty : text.leftWithoutWords(left)}</p>
      ) : null}
      <div className={css['end']}>
        <Button
          type="submit"
          variant="run"
          icon={<Wand2 aria-hidden />}
          disabledReason={error ?? disabledReason(prompted.length, pictures)}
        >
          {pictures > 1 ? text.makeSeveral(pictures) : text.makeOne}
        </Button>
        <span className={css['quiet']} role="status">
          {pictures === 0 ? '' : priceText(model.price === null ? null : model.price * pictures)}
        </span>
      </div>
    </form>
  );
}

/** Each shot with what is added to its words; one without words stays so. */
const withAdded = (shots: readonly ShotToMake[], added: string): ShotToMake[] =>
  shots.map((shot) => {
    const shotWords = shot.words.trim();
    return {
      ...shot,
      words: shotWords === '' ? '' : [shotWords, added.trim()].filter((line) => line !== '').join('\n'),
    };
  });

/** Whether some shots are others than the ones chosen. */
const isSubset = (some: readonly ShotToMake[], selected: readonly ShotToMake[]): boolean =>
  some.length > 0 &&
  (some.length !== selected.length ||
    some.some(({ number }) => !selected.some((candidate) => candidate.number === number)));

/** `1024x1536` as `1024 × 1536`; other sizes as the service names them. */
function sizeLabel(size: string): string {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(size) ?? [];
  if (width !== undefined && height !== undefined) return `${width} × ${height}`;
  return size === 'auto' ? text.sizeOfModel : size;
}

/** Why no picture can be made; null where some can. */
const disabledReason = (prompts: number, pictures: number): string | null =>
  prompts === 0 ? words.whyNot.noPrompt : pictures === 0 ? words.whyNot.pictures : null;
