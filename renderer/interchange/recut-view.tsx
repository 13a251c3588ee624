import { useState, type ReactElement } from 'react';
import { keyOf, type Recut } from '#shared/timeline/index.ts';
import { recutWords } from '#renderer/timeline/index.ts';
import { Badge, Button, Checkbox, plural } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import css from './interchange.module.css';

const kindTones = { moved: 'plain', trimmed: 'plain', new: 'ok', missing: 'warn', changed: 'plain' } as const;

/** Changes that are listed at once; more come by a button. */
const PAGE = 200;

/** What became of a timeline elsewhere, clip by clip, each to be taken or left. */
export function RecutView({
  filename,
  recut,
  chosen,
  onChoose,
}: {
  filename: string;
  recut: Recut;
  /** Keys of the changes to take. */
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}): ReactElement {
  const [shown, setShown] = useState(PAGE);
  const { changes, unchanged, isRelated, markers } = recut;
  if (!isRelated) {
    return (
      <p className={css['allThere']}>
        No clip of the file is one of this timeline. Import it into a new project, or replace the timeline.
      </p>
    );
  }
  if (changes.length === 0) {
    return (
      <p className={css['allThere']}>
        {markers > 0
          ? words.recut.markersOnly(filename, markers)
          : `All ${plural(unchanged, 'clip')} are as they are here.`}
      </p>
    );
  }
  const toggle = (key: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(key);
    else next.delete(key);
    onChoose(next);
  };
  const all = chosen.size === changes.length;
  return (
    <div className={css['report']}>
      <div className={css['recutHead']}>
        <Checkbox
          label={`All ${plural(changes.length, 'change')}`}
          checked={all}
          indeterminate={!all && chosen.size > 0}
          onCheckedChange={(isChosen) => onChoose(new Set(isChosen ? changes.map(keyOf) : []))}
        />
        <span className={css['groupHint']}>
          {plural(unchanged, 'clip')} unchanged. {markers > 0 ? words.recut.markersAlso(markers) : null}
        </span>
      </div>
      <ul className={css['recut']} aria-label="What is different from this timeline">
        {changes.slice(0, shown).map((change) => {
          const key = keyOf(change);
          return (
            <li key={key}>
              <Checkbox
                label={change.name || words.recut.unnamed}
                checked={chosen.has(key)}
                onCheckedChange={(isChosen) => toggle(key, isChosen)}
              />
              <span className={css['recutWords']}>{recutWords(change)}</span>
              <Badge tone={kindTones[change.kind]}>{words.recut.kinds[change.kind]}</Badge>
            </li>
          );
        })}
      </ul>
      {changes.length > shown ? (
        <Button size="small" onClick={() => setShown(shown + PAGE)}>
          Show more
        </Button>
      ) : null}
    </div>
  );
}
