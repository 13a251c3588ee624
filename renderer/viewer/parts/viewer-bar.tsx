import { Dialog as Base } from '@base-ui/react/dialog';
import { ChevronDown, Columns2, Contrast, Ellipsis, Star, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { useStore } from 'zustand';
import { isFileOutput } from '#shared/api/index.ts';
import { traceLabel } from '#shared/api/list-items.ts';
import {
  CommandButton,
  CommandIconView,
  commands,
  CommandWordButton,
  keysLabel,
} from '#renderer/commands/index.ts';
import { Button, IconButton, Menu, WordButton, type MenuEntry } from '#renderer/ui/index.ts';
import { decimal, number, words } from '#renderer/words/index.ts';
import { siblingsOfKind } from '../model/compare-modes.ts';
import { SaveChoices } from './save-choices.tsx';
import { DragOut } from './drag-out.tsx';
import { selectBackdrop, backdropLabels, backdrops, backdropStore, type Backdrop } from '../model/ground.ts';
import { describeProvenance, useProvenance, type OutputOfRun } from '../model/model-share.ts';
import type { ImageView } from '../gestures/use-image-view.ts';
import { describeOutput, type ViewedItem } from '../model/viewed-item.ts';
import css from './viewer.module.css';

const t = words.viewer.viewerBar;

/** Zoom by buttons, with the percent of the picture's own pixels. */
export function ZoomTools({
  image,
  scope,
}: {
  image: ImageView;
  scope: 'output' | 'compared';
}): ReactElement {
  return (
    <span className={css['tools']} role="group" aria-label={t.zoom}>
      <CommandButton id="view.zoom-out" scope={scope} />
      <span className={css['percent']} title={t.screenPixelsEachPixel}>
        {image.percent === null ? '' : `${formatPercent(image.percent)} %`}
      </span>
      <CommandButton id="view.zoom-in" scope={scope} />
      <ZoomButton id="view.zoom-reset" scope={scope} label="100 %" />
      <ZoomButton id="view.fit" scope={scope} label={t.fit} />
    </span>
  );
}

/** Two icons for these would look alike. */
const ZoomButton = ({
  id,
  scope,
  label,
}: {
  id: 'view.zoom-reset' | 'view.fit';
  scope: 'output' | 'compared';
  label: string;
}): ReactElement => (
  <Button
    size="small"
    variant="quiet"
    title={`${words.commandWords.commands[id].title} (${keysLabel(id, scope) ?? ''})`}
    onClick={() => commands.run(id)}
  >
    {label}
  </Button>
);

const formatPercent = (percent: number): string =>
  percent < 10 ? decimal(percent, 1) : number(Math.round(percent));

/** The grounds to choose from, each with a tick where it is chosen. */
const backdropEntries = (selected: Backdrop): MenuEntry[] =>
  backdrops.map((id) => ({
    id,
    label: backdropLabels[id],
    checked: id === selected,
    onSelect: () => selectBackdrop(id),
  }));

/** What lies behind pictures. */
export function BackdropMenu({ scope }: { scope: 'output' | 'compared' }): ReactElement {
  const backdrop = useStore(backdropStore, (store) => store.ground);
  return (
    <Menu
      trigger={
        <IconButton
          label={words.commandWords.commands['output.ground'].title}
          shortcut={keysLabel('output.ground', scope)}
        >
          <Contrast />
        </IconButton>
      }
      entries={backdropEntries(backdrop)}
    />
  );
}

/** What an output is, and what can be done with it. */
export function ViewerBar({
  items,
  index,
  image,
  isStarred,
  hasDetails,
  onCompare,
}: {
  items: readonly ViewedItem[];
  index: number;
  image: ImageView | null;
  /** Null where it can have no star. */
  isStarred: boolean | null;
  hasDetails: boolean;
  onCompare: (targetIndex: number) => void;
}): ReactElement {
  const item = items[index];
  if (!item) return <></>;
  const comparable = siblingsOfKind(items, index);
  const source: OutputOfRun | null = isFileOutput(item.output) ? item : null;
  return (
    <div className={css['bar']}>
      <Base.Title className={css['title']}>
        <bdi>{item.label}</bdi>
        <span className={css['meta']}>
          {describeOutput(item)}
          {items.length > 1 ? t.label(index + 1, items.length) : ''}
          {item.item && item.item.trace.length > 0 ? ` · ${traceLabel(item.item.trace)}` : ''}
          <ModelShare output={source} />
        </span>
      </Base.Title>
      {image ? (
        <>
          <ZoomTools image={image} scope="output" />
          <span className={css['line']} />
        </>
      ) : null}
      {comparable.length > 0 ? <CompareMenu remaining={comparable} onCompare={onCompare} /> : null}
      <CommandButton
        id="output.star"
        scope="output"
        icon={<Star aria-hidden fill={isStarred === true ? 'currentColor' : 'none'} />}
      />
      {hasDetails ? (
        <CommandWordButton id="output.details" scope="output" word={words.viewer.details} />
      ) : null}
      <CommandWordButton id="output.copy" scope="output" word={words.viewer.copy} />
      <span className={css['save']}>
        <CommandWordButton id="output.save" scope="output" variant="secondary" word={words.viewer.save} />
        <SaveChoices output={source} />
      </span>
      {isFileOutput(item.output) ? <DragOut source={{ item }} /> : null}
      <OverflowMenu hasBackdrop={image !== null} />
      <Base.Close
        render={
          <IconButton label={words.common.close} shortcut="Esc">
            <X />
          </IconButton>
        }
      />
    </div>
  );
}

/** How much of an output came from models, in a few words; the rest is said where it is pointed at. */
function ModelShare({ output }: { output: OutputOfRun | null }): ReactElement | null {
  const provenance = useProvenance(output);
  if (provenance === null) return null;
  return (
    <span title={describeProvenance(provenance)}>
      {' · '}
      {words.viewer.provenance.short(provenance.share)}
    </span>
  );
}

/** The outputs that it can be compared with. */
const CompareMenu = ({
  remaining: comparable,
  onCompare,
}: {
  remaining: readonly { item: ViewedItem; index: number }[];
  onCompare: (targetIndex: number) => void;
}): ReactElement => (
  <Menu
    align="end"
    trigger={
      <WordButton
        label={words.commandWords.commands['output.compare'].title}
        shortcut={keysLabel('output.compare', 'output')}
        icon={<Columns2 aria-hidden />}
      >
        <span>{words.viewer.compare}</span>
        <ChevronDown aria-hidden />
      </WordButton>
    }
    entries={comparable.slice(0, 30).map(({ item, index }) => ({
      id: `${index} ${item.key}`,
      label: item.label,
      icon: <Columns2 aria-hidden />,
      onSelect: () => onCompare(index),
    }))}
  />
);

/** What is asked for now and then. @param hasBackdrop it is a picture, with something behind it. */
function OverflowMenu({ hasBackdrop }: { hasBackdrop: boolean }): ReactElement {
  const backdrop = useStore(backdropStore, (store) => store.ground);
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={words.viewer.more}>
          <Ellipsis />
        </IconButton>
      }
      entries={[
        hasBackdrop && {
          kind: 'submenu',
          id: 'ground',
          label: words.viewer.ground,
          icon: <Contrast aria-hidden />,
          entries: backdropEntries(backdrop),
        },
        {
          id: 'open',
          label: words.commandWords.commands['output.open'].title,
          icon: <CommandIconView id="output.open" />,
          shortcut: keysLabel('output.open', 'output'),
          onSelect: () => commands.run('output.open'),
        },
      ]}
    />
  );
}
