import { ArrowLeft, ArrowRight, ImageUp, MoreHorizontal, TextCursorInput, Trash2 } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { StoryboardPanel, StoryboardShot } from '#shared/storyboard/document.ts';
import type { PanelFields } from '#shared/storyboard/editing.ts';
import type { ResolvedMedia } from '#shared/storyboard/media.ts';
import { Menu, type MenuEntries } from '#renderer/ui/index.ts';
import { words as texts } from '#renderer/words/index.ts';
import { Frame } from './frame.tsx';
import { PanelWords } from './panel-words.tsx';
import css from './shot-card.module.css';

const t = texts.storyboard.panelStrip;

const nameOfPanel = ({ name }: StoryboardPanel, index: number): string =>
  texts.storyboard.panel(index + 1, name ?? '');

/** The panels of a shot below its frame, each with a menu; a single one has its menu over the frame, which shows it. */
export function PanelStrip({
  connectionId,
  panels,
  media,
  ratio,
  onFirst,
  onMove,
  onWrite,
  onRemove,
}: {
  connectionId: string;
  panels: StoryboardShot['panels'];
  media: readonly ResolvedMedia[];
  ratio: string;
  /** Shows the panel in the frame. */
  onFirst: (panelId: string) => void;
  /** By so many places. */
  onMove: (panelId: string, by: number) => void;
  onWrite: (panelId: string, fields: PanelFields, gesture: string) => void;
  onRemove: (panelId: string) => void;
}): ReactElement | null {
  const [draft, setDraft] = useState<string | null>(null);
  const [only] = panels;
  if (!only) return null;
  // One picture without words is what the frame shows.
  const isUnlabeled = panels.length === 1 && !only.name && !only.description;
  return (
    <>
      <ol className={css['strip']} data-single={isUnlabeled ? '' : undefined} aria-label={t.panels}>
        {panels.map((panel, index) => {
          const id = panel.id ?? '';
          return (
            <li key={id}>
              <Menu
                trigger={
                  <button
                    type="button"
                    className={css['panel']}
                    aria-label={nameOfPanel(panel, index)}
                    title={[panel.name, panel.description].filter(Boolean).join('\n') || undefined}
                  >
                    {isUnlabeled ? (
                      <MoreHorizontal aria-hidden />
                    ) : (
                      <Frame connectionId={connectionId} media={media[index]} ratio={ratio} compact />
                    )}
                  </button>
                }
                entries={panelEntries({
                  index,
                  count: panels.length,
                  onFirst: () => onFirst(id),
                  onMove: (by) => onMove(id, by),
                  onWrite: () => setDraft(id),
                  onRemove: () => onRemove(id),
                })}
              />
            </li>
          );
        })}
      </ol>
      {draft === null ? null : (
        <PanelWords
          panels={panels}
          panelId={draft}
          onChange={(fields, gesture) => onWrite(draft, fields, gesture)}
          onClose={() => setDraft(null)}
        />
      )}
    </>
  );
}

/** What can be done with a panel. */
function panelEntries({
  index,
  count,
  onFirst,
  onMove,
  onWrite,
  onRemove,
}: {
  index: number;
  count: number;
  onFirst: () => void;
  onMove: (by: number) => void;
  onWrite: () => void;
  onRemove: () => void;
}): MenuEntries {
  const { panelFirst, panelLeft, panelRight, panelWords, panelRemove } = texts.storyboard;
  const entry = (id: string, label: string, icon: ReactElement, onSelect: () => void) => {
    return { id, label, icon, onSelect };
  };
  return [
    index > 0 && entry('first', panelFirst, <ImageUp aria-hidden />, onFirst),
    index > 0 && entry('left', panelLeft, <ArrowLeft aria-hidden />, () => onMove(-1)),
    index < count - 1 && entry('right', panelRight, <ArrowRight aria-hidden />, () => onMove(1)),
    entry('words', panelWords, <TextCursorInput aria-hidden />, onWrite),
    { ...entry('remove', panelRemove, <Trash2 aria-hidden />, onRemove), isDestructive: true },
  ];
}
