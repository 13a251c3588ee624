import { ImageUp, Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import type { StoryboardShot } from '#shared/storyboard/document.ts';
import type { ResolvedMedia } from '#shared/storyboard/media.ts';
import { Menu } from '#renderer/ui/index.ts';
import { Frame } from './frame.tsx';
import css from './board.module.css';

/** The panels of a shot below its frame, each with a menu; nothing where there are none. */
export function PanelStrip({
  connectionId,
  panels,
  media,
  ratio,
  onFirst,
  onRemove,
}: {
  connectionId: string;
  panels: StoryboardShot['panels'];
  media: readonly ResolvedMedia[];
  ratio: string;
  /** Shows the panel in the frame. */
  onFirst: (panelId: string) => void;
  onRemove: (panelId: string) => void;
}): ReactElement | null {
  if (panels.length === 0) return null;
  return (
    <ol className={css['strip']} data-single={panels.length === 1 ? '' : undefined} aria-label="Panels">
      {panels.map((panel, index) => {
        const id = panel.id ?? '';
        return (
          <li key={id}>
            <Menu
              trigger={
                <button type="button" className={css['panel']} aria-label={`Panel ${index + 1}`}>
                  <Frame connectionId={connectionId} media={media[index]} ratio={ratio} small />
                </button>
              }
              entries={[
                index > 0 && {
                  id: 'first',
                  label: 'Show in the frame',
                  icon: <ImageUp aria-hidden />,
                  onSelect: () => onFirst(id),
                },
                {
                  id: 'remove',
                  label: 'Remove the panel',
                  icon: <Trash2 aria-hidden />,
                  danger: true,
                  onSelect: () => onRemove(id),
                },
              ]}
            />
          </li>
        );
      })}
    </ol>
  );
}
