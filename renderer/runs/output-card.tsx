import { Copy, Download, Star } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactElement } from 'react';
import { Checkbox, IconButton, VisuallyHidden } from '#renderer/ui/index.ts';
import {
  copyOutput,
  describeOutput,
  OutputThumbnail,
  saveOutput,
  useOutputDrag,
  type NamedOutput,
} from '#renderer/viewer/index.ts';
import { words } from '#renderer/words/index.ts';
import css from './output-card.module.css';

const t = words.runs.outputCard;

export interface OutputCardProps {
  connectionId: string;
  named: NamedOutput;
  /** `preview` where there is room for a larger picture; what is no picture then takes less of it. */
  variant?: 'thumbnail' | 'preview';
  /** How often its run made the same; once unless given. */
  times?: number | undefined;
  /** The graph has changed since it was made. */
  isStale?: boolean;
  onOpen: () => void;
  isMarked?: boolean;
  /** Marks it to be compared; absent where there is nothing to compare it with. */
  onMark?: ((isMarked: boolean) => void) | undefined;
  /** Whether it has a star in the gallery, and what sets or removes it; absent where the gallery does not list it. */
  star?: { isOn: boolean; onToggle: () => void } | undefined;
  /** What the keyboard does at its picture. */
  keys?: Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'onFocus' | 'onKeyDown'>;
}

/** One output: its picture, which opens it at full size, and below it what it is and where it can go. */
export function OutputCard({
  connectionId,
  named,
  variant = 'thumbnail',
  times = 1,
  isStale = false,
  onOpen,
  isMarked = false,
  onMark,
  star,
  keys,
}: OutputCardProps): ReactElement {
  const drag = useOutputDrag(connectionId, named);
  return (
    <div className={css['card']}>
      <button
        type="button"
        {...drag}
        {...keys}
        className={css['open']}
        data-variant={variant}
        data-kind={named.kind}
        data-outgrown={isStale || undefined}
        onClick={onOpen}
      >
        <VisuallyHidden>{t.openFullSize(named.label)}</VisuallyHidden>
        <OutputThumbnail connectionId={connectionId} named={named} variant={variant} />
        {isStale ? <span className={css['since']}>{t.changedSince}</span> : null}
      </button>
      {onMark === undefined ? null : (
        <span className={css['mark']} data-on={isMarked || undefined}>
          <Checkbox
            label={t.markCompare(named.label)}
            hideLabel
            checked={isMarked}
            onCheckedChange={onMark}
          />
        </span>
      )}
      {star === undefined ? null : <StarButton label={named.label} {...star} />}
      <div className={css['caption']}>
        <div className={css['names']}>
          <span className={css['name']} dir="auto" title={named.label}>
            {named.label}
          </span>
          <span className={css['meta']}>{words.runs.madeTimes(describeOutput(named), times)}</span>
        </div>
        <IconButton label={t.copy(named.label)} onClick={() => void copyOutput(connectionId, named)}>
          <Copy />
        </IconButton>
        <IconButton label={t.saveAs(named.label)} onClick={() => void saveOutput(connectionId, named)}>
          <Download />
        </IconButton>
      </div>
    </div>
  );
}

/** It stays in view while it is set; else it comes with the pointer or the focus. */
function StarButton(props: { label: string; isOn: boolean; onToggle: () => void }): ReactElement {
  const { label, isOn, onToggle } = props;
  return (
    <span className={css['star']} data-on={isOn || undefined}>
      <IconButton label={isOn ? words.viewer.removeStar(label) : words.viewer.star(label)} onClick={onToggle}>
        <Star fill={isOn ? 'currentColor' : 'none'} />
      </IconButton>
    </span>
  );
}
