import { useState, type ReactElement } from 'react';
import { keyOf, type Recut, type RecutChange } from '#shared/timeline/index.ts';
import { formatSeconds, recutWords } from '#renderer/timeline/index.ts';
import { Badge, Button, Checkbox } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import css from './interchange.module.css';

const t = words.interchange.recutView;

const kindTones = { moved: 'plain', trimmed: 'plain', new: 'ok', missing: 'warn', changed: 'plain' } as const;

/** Changes that are listed at once; more come by a button. */
const PAGE = 200;

/** What became of a timeline elsewhere, clip by clip, each to be taken or left. */
export function RecutView({
  filename,
  recut,
  selected,
  onSelect,
}: {
  filename: string;
  recut: Recut;
  /** Keys of the changes to take. */
  selected: ReadonlySet<string>;
  onSelect: (picked: ReadonlySet<string>) => void;
}): ReactElement {
  const [visibleCount, setVisibleCount] = useState(PAGE);
  const [isOpen, setOpen] = useState(false);
  const { changes, rippled, unchanged, isRelated, markers } = recut;
  if (!isRelated) {
    return <p className={css['allThere']}>{t.noClipFileTimeline}</p>;
  }
  if (changes.length === 0) {
    return (
      <p className={css['allThere']}>
        {markers > 0 ? words.recut.markersOnly(filename, markers) : t.allThey(unchanged)}
      </p>
    );
  }
  const edited = changes.filter((change) => !rippled.has(change));
  const nameOf = namesOf(changes);
  const toggle = (keys: readonly string[], isSelected: boolean) => {
    const next = new Set(selected);
    for (const key of keys) {
      if (isSelected) next.add(key);
      else next.delete(key);
    }
    onSelect(next);
  };
  const all = selected.size === changes.length;
  const row = (change: RecutChange) => (
    <ChangeRow
      key={keyOf(change)}
      change={change}
      name={nameOf(change)}
      isSelected={selected.has(keyOf(change))}
      onSelect={(isSelected) => toggle([keyOf(change)], isSelected)}
    />
  );
  return (
    <div className={css['report']}>
      <div className={css['recutHead']}>
        <Checkbox
          label={words.recut.all(edited.length)}
          checked={all}
          indeterminate={!all && selected.size > 0}
          onCheckedChange={(isSelected) => onSelect(new Set(isSelected ? changes.map(keyOf) : []))}
        />
        <span className={css['groupHint']}>
          {words.recut.unchanged(unchanged)} {markers > 0 ? words.recut.markersAlso(markers) : null}
        </span>
      </div>
      <ul className={css['recut']} aria-label={t.differentFromTimeline}>
        {edited.slice(0, visibleCount).map(row)}
        {rippled.size > 0 ? (
          <RippleRow
            rippled={rippled}
            selected={selected}
            isOpen={isOpen}
            onOpen={setOpen}
            onSelect={toggle}
          />
        ) : null}
        {isOpen ? [...rippled].slice(0, visibleCount).map(row) : null}
      </ul>
      {edited.length > visibleCount || (isOpen && rippled.size > visibleCount) ? (
        <Button size="small" onClick={() => setVisibleCount(visibleCount + PAGE)}>
          {t.showOverflow}
        </Button>
      ) : null}
    </div>
  );
}

/** What clips are called: those that have their name in common with others also by their place, and sound as such. */
function namesOf(changes: readonly RecutChange[]): (change: RecutChange) => string {
  const baseName = ({ name }: RecutChange) => name || words.recut.unnamed;
  const nameAtTime = (change: RecutChange) => {
    const clip = change.before ?? change.after;
    return words.recut.nameAt(baseName(change), formatSeconds(clip?.startTime ?? 0));
  };
  const byName = Map.groupBy(changes, baseName);
  const byPosition = Map.groupBy(changes, nameAtTime);
  return (change) => {
    if ((byName.get(baseName(change))?.length ?? 0) < 2) return baseName(change);
    const isSound = (change.before ?? change.after)?.type === 'audio';
    const isShared = (byPosition.get(nameAtTime(change))?.length ?? 0) > 1;
    return isShared && isSound ? words.recut.soundOf(nameAtTime(change)) : nameAtTime(change);
  };
}

function ChangeRow({
  change,
  name,
  isSelected,
  onSelect,
}: {
  change: RecutChange;
  name: string;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
}): ReactElement {
  return (
    <li>
      <Checkbox label={name} checked={isSelected} onCheckedChange={onSelect} />
      <span className={css['recutWords']}>{recutWords(change)}</span>
      <Badge tone={kindTones[change.kind]}>{words.recut.kinds[change.kind]}</Badge>
    </li>
  );
}

/** The clips that only followed, as one line that opens. */
function RippleRow({
  rippled,
  selected,
  isOpen,
  onOpen,
  onSelect,
}: {
  rippled: ReadonlySet<RecutChange>;
  selected: ReadonlySet<string>;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onSelect: (keys: readonly string[], isSelected: boolean) => void;
}): ReactElement {
  const keys = Array.from(rippled, keyOf);
  const count = keys.filter((key) => selected.has(key)).length;
  return (
    <li>
      <Checkbox
        label={words.recut.movedAlong(rippled.size)}
        checked={count === rippled.size}
        indeterminate={count > 0 && count < rippled.size}
        onCheckedChange={(isSelected) => onSelect(keys, isSelected)}
      />
      <span />
      <Button size="small" variant="quiet" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
        {isOpen ? words.recut.hideAlong : words.recut.showAlong}
      </Button>
    </li>
  );
}
