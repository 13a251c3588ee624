import { useState, type ReactElement } from 'react';
import {
  keyOf,
  speedOf,
  speedWords,
  type Recut,
  type RecutChange,
  type RecutKind,
  type TimelineClip,
} from '#shared/timeline/index.ts';
import { formatSeconds } from '#renderer/timeline/index.ts';
import { Badge, Button, Checkbox, plural } from '#renderer/ui/index.ts';
import css from './interchange.module.css';

const kindWords: Record<RecutKind, string> = {
  moved: 'Moved',
  trimmed: 'Trimmed',
  new: 'New',
  missing: 'Missing',
  changed: 'Changed',
};
const kindTones = { moved: 'plain', trimmed: 'plain', new: 'ok', missing: 'warn', changed: 'plain' } as const;

/** Changes that are listed at once; more come by a button. */
const PAGE = 200;

/** What became of a timeline elsewhere, clip by clip, each to be taken or left. */
export function RecutView({
  recut,
  chosen,
  onChoose,
}: {
  recut: Recut;
  /** Keys of the changes to take. */
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}): ReactElement {
  const [shown, setShown] = useState(PAGE);
  const { changes, unchanged, isRelated } = recut;
  if (!isRelated) {
    return (
      <p className={css['allThere']}>
        No clip of the file is one of this timeline. Import it into a new project, or replace the timeline.
      </p>
    );
  }
  if (changes.length === 0) {
    return <p className={css['allThere']}>All {plural(unchanged, 'clip')} are as they are here.</p>;
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
        <span className={css['groupHint']}>{plural(unchanged, 'clip')} unchanged</span>
      </div>
      <ul className={css['recut']} aria-label="What is different from this timeline">
        {changes.slice(0, shown).map((change) => {
          const key = keyOf(change);
          return (
            <li key={key}>
              <Checkbox
                label={change.name || 'A clip without a name'}
                checked={chosen.has(key)}
                onCheckedChange={(isChosen) => toggle(key, isChosen)}
              />
              <span className={css['recutWords']}>{wordsOf(change)}</span>
              <Badge tone={kindTones[change.kind]}>{kindWords[change.kind]}</Badge>
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

/** What is different, in times. */
function wordsOf({ before, after }: RecutChange): string {
  if (!before || !after) return after ? `at ${formatSeconds(after.startTime)}` : 'is not in the file';
  const parts: string[] = [];
  const differ = (field: 'startTime' | 'duration' | 'trimStart') =>
    Math.abs(before[field] - after[field]) > 1e-3;
  const pair = (field: 'startTime' | 'duration' | 'trimStart') =>
    `${formatSeconds(before[field])} → ${formatSeconds(after[field])}`;
  if (differ('startTime')) parts.push(`at ${pair('startTime')}`);
  if (differ('duration')) parts.push(`length ${pair('duration')}`);
  if (differ('trimStart')) parts.push(`from ${pair('trimStart')}`);
  return parts.length > 0 ? parts.join(', ') : otherWords(before, after);
}

function otherWords(before: TimelineClip, after: TimelineClip): string {
  if (before.name !== after.name) return `named ${after.name}`;
  if (before.opacity !== after.opacity) return `opacity ${Math.round(after.opacity * 100)} %`;
  if (speedOf(before) !== speedOf(after)) return `speed ${speedWords(speedOf(after))}`;
  if (before.volume !== after.volume) return `volume ${Math.round(after.volume * 100)} %`;
  return before.trackId === after.trackId ? 'size or position' : 'on another track';
}
