import { Dialog as Base } from '@base-ui/react/dialog';
import { Columns2, Contrast, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { useStore } from 'zustand';
import { isFileOutput } from '#shared/api/index.ts';
import { commandTable } from '#shared/desk/commands/index.ts';
import { CommandButton, commands, shownKeys } from '#renderer/commands/index.ts';
import { Button, IconButton, Menu } from '#renderer/ui/index.ts';
import { number } from '#renderer/words/index.ts';
import { SaveChoices } from './save-choices.tsx';
import { DragOut } from './drag-out.tsx';
import { chooseGround, groundLabels, grounds, groundStore } from './ground.ts';
import type { ImageView } from './use-image-view.ts';
import { describeOutput, type ViewedItem } from './viewed-item.ts';
import css from './viewer.module.css';

/** Zoom by buttons, with the percent of the picture's own pixels. */
export function ZoomTools({
  image,
  scope,
}: {
  image: ImageView;
  scope: 'output' | 'compared';
}): ReactElement {
  return (
    <span className={css['tools']} role="group" aria-label="Zoom">
      <CommandButton id="view.zoom-out" scope={scope} />
      <span className={css['percent']} title="Screen pixels for each pixel of the picture">
        {image.percent === null ? '' : `${formatPercent(image.percent)} %`}
      </span>
      <CommandButton id="view.zoom-in" scope={scope} />
      <ZoomButton id="view.zoom-reset" scope={scope} label="100 %" />
      <ZoomButton id="view.fit" scope={scope} label="Fit" />
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
    title={`${commandTable[id].title} (${shownKeys(id, scope) ?? ''})`}
    onClick={() => commands.run(id)}
  >
    {label}
  </Button>
);

const formatPercent = (percent: number): string =>
  percent < 10 ? percent.toFixed(1) : number(Math.round(percent));

/** What lies behind pictures. */
export function GroundMenu({ scope }: { scope: 'output' | 'compared' }): ReactElement {
  const ground = useStore(groundStore, (store) => store.ground);
  return (
    <Menu
      trigger={
        <IconButton label={commandTable['output.ground'].title} shortcut={shownKeys('output.ground', scope)}>
          <Contrast />
        </IconButton>
      }
      entries={grounds.map((id) => ({
        id,
        label: groundLabels[id],
        checked: id === ground,
        onSelect: () => chooseGround(id),
      }))}
    />
  );
}

/** What an output is, and what can be done with it. */
export function ViewerBar({
  items,
  index,
  image,
  hasDetails,
  onCompare,
}: {
  items: readonly ViewedItem[];
  index: number;
  image: ImageView | null;
  hasDetails: boolean;
  onCompare: (other: number) => void;
}): ReactElement {
  const item = items[index];
  if (!item) return <></>;
  const others = items.flatMap((other, at) => (at === index ? [] : [{ other, at }]));
  return (
    <div className={css['bar']}>
      <Base.Title className={css['title']}>
        <bdi>{item.label}</bdi>
        <span className={css['meta']}>
          {describeOutput(item)}
          {items.length > 1 ? ` · ${index + 1} of ${items.length}` : ''}
        </span>
      </Base.Title>
      {image ? (
        <>
          <ZoomTools image={image} scope="output" />
          <GroundMenu scope="output" />
        </>
      ) : null}
      {others.length > 0 ? (
        <Menu
          trigger={
            <IconButton
              label={commandTable['output.compare'].title}
              shortcut={shownKeys('output.compare', 'output')}
            >
              <Columns2 />
            </IconButton>
          }
          entries={others.slice(0, 30).map(({ other, at }) => ({
            id: `${at} ${other.key}`,
            label: other.label,
            icon: <Columns2 aria-hidden />,
            onSelect: () => onCompare(at),
          }))}
        />
      ) : null}
      {hasDetails ? <CommandButton id="output.details" scope="output" /> : null}
      {isFileOutput(item.output) ? <DragOut source={{ item }} /> : null}
      <CommandButton id="output.copy" scope="output" />
      <CommandButton id="output.open" scope="output" />
      <CommandButton id="output.save" scope="output" />
      <SaveChoices />
      <Base.Close
        render={
          <IconButton label="Close" shortcut="Esc">
            <X />
          </IconButton>
        }
      />
    </div>
  );
}
