import { useState, type ReactElement } from 'react';
import { keyOf, type Recut, type RecutChange } from '#shared/timeline/index.ts';
import { formatSeconds, recutWords } from '#renderer/timeline/index.ts';
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
  const [isOpen, setOpen] = useState(false);
  const { changes, along, unchanged, isRelated, markers } = recut;
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
  const made = changes.filter((change) => !along.has(change));
  const nameOf = namesOf(changes);
  const toggle = (keys: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const key of keys) {
      if (isChosen) next.add(key);
      else next.delete(key);
    }
    onChoose(next);
  };
  const all = chosen.size === changes.length;
  const row = (change: RecutChange) => (
    <ChangeRow
      key={keyOf(change)}
      change={change}
      name={nameOf(change)}
      isChosen={chosen.has(keyOf(change))}
      onChoose={(isChosen) => toggle([keyOf(change)], isChosen)}
    />
  );
  return (
    <div className={css['report']}>
      <div className={css['recutHead']}>
        <Checkbox
          label={words.recut.all(made.length)}
          checked={all}
          indeterminate={!all && chosen.size > 0}
          onCheckedChange={(isChosen) => onChoose(new Set(isChosen ? changes.map(keyOf) : []))}
        />
        <span className={css['groupHint']}>
          {plural(unchanged, 'clip')} unchanged. {markers > 0 ? words.recut.markersAlso(markers) : null}
        </span>
      </div>
      <ul className={css['recut']} aria-label="What is different from this timeline">
        {made.slice(0, shown).map(row)}
        {along.size > 0 ? (
          <AlongRow along={along} chosen={chosen} isOpen={isOpen} onOpen={setOpen} onChoose={toggle} />
        ) : null}
        {isOpen ? [...along].slice(0, shown).map(row) : null}
      </ul>
      {made.length > shown || (isOpen && along.size > shown) ? (
        <Button size="small" onClick={() => setShown(shown + PAGE)}>
          Show more
        </Button>
      ) : null}
    </div>
  );
}

/** What clips are called: those that have their name in common with others also by their place, and sound as such. */
function namesOf(changes: readonly RecutChange[]): (change: RecutChange) => string {
  const plain = ({ name }: RecutChange) => name || words.recut.unnamed;
  const placed = (change: RecutChange) => {
    const clip = change.before ?? change.after;
    return words.recut.nameAt(plain(change), formatSeconds(clip?.startTime ?? 0));
  };
  const byName = Map.groupBy(changes, plain);
  const byPlace = Map.groupBy(changes, placed);
  return (change) => {
    if ((byName.get(plain(change))?.length ?? 0) < 2) return plain(change);
    const isSound = (change.before ?? change.after)?.type === 'audio';
    const isShared = (byPlace.get(placed(change))?.length ?? 0) > 1;
    return isShared && isSound ? words.recut.soundOf(placed(change)) : placed(change);
  };
}

function ChangeRow({
  change,
  name,
  isChosen,
  onChoose,
}: {
  change: RecutChange;
  name: string;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}): ReactElement {
  return (
    <li>
      <Checkbox label={name} checked={isChosen} onCheckedChange={onChoose} />
      <span className={css['recutWords']}>{recutWords(change)}</span>
      <Badge tone={kindTones[change.kind]}>{words.recut.kinds[change.kind]}</Badge>
    </li>
  );
}

/** The clips that only followed, as one line that opens. */
function AlongRow({
  along,
  chosen,
  isOpen,
  onOpen,
  onChoose,
}: {
  along: ReadonlySet<RecutChange>;
  chosen: ReadonlySet<string>;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onChoose: (keys: readonly string[], isChosen: boolean) => void;
}): ReactElement {
  const keys = Array.from(along, keyOf);
  const count = keys.filter((key) => chosen.has(key)).length;
  return (
    <li>
      <Checkbox
        label={words.recut.movedAlong(along.size)}
        checked={count === along.size}
        indeterminate={count > 0 && count < along.size}
        onCheckedChange={(isChosen) => onChoose(keys, isChosen)}
      />
      <span />
      <Button size="small" variant="quiet" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
        {isOpen ? words.recut.hideAlong : words.recut.showAlong}
      </Button>
    </li>
  );
}
