import {
  ChevronDown,
  Grid2X2,
  Images,
  Package,
  SlidersHorizontal,
  SquareDashed,
  Type,
  type LucideIcon,
} from 'lucide-react';
import type { ReactElement } from 'react';
import type { StarterId } from '#shared/starters/index.ts';
import type { CommandId } from '#shared/commands/index.ts';
import { commandMenu } from '#renderer/commands/index.ts';
import { IconButton, Menu, type MenuEntry } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { ProjectStarts } from './use-beginnings.ts';
import css from './starters.module.css';

/** Under “Start from” the commands need not say “New project” once more. */
const shortLabels: Partial<Record<CommandId, string>> = {
  'project.new-from-photo': words.projects.aPhoto,
  'project.new-from-text': words.projects.aText,
  'project.new-storyboard': words.projects.aStoryboard,
  'project.new-film': words.projects.aFilm,
  'go.templates': words.projects.aTemplate,
};

const icons: Readonly<Record<StarterId, LucideIcon>> = {
  poster: SquareDashed,
  'photo-finish': SlidersHorizontal,
  'contact-sheet': Grid2X2,
  'title-card': Type,
  film: Images,
  'product-cards': Package,
};

const shortened = (entry: MenuEntry): MenuEntry => {
  const label = shortLabels[entry.id as CommandId];
  return label === undefined || !('onSelect' in entry) ? entry : { ...entry, label };
};

/** The arrow of New project: everything that a project can begin from, however many there are already. */
export function BeginMenu({ starters: beginnings }: { starters: ProjectStarts }): ReactElement {
  const { starters, busy, begin, photoField } = beginnings;
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton
            label={words.projects.moreWaysToBegin}
            variant="primary"
            size="medium"
            className={css['more']}
            disabled={busy !== null}
            focusableWhenDisabled
          >
            <ChevronDown />
          </IconButton>
        }
        entries={() => [
          { kind: 'label', id: 'start from', label: words.projects.startFrom },
          ...commandMenu('new-project').map((entry) => entry && shortened(entry)),
          starters.length > 0 && { kind: 'separator', id: 'before starters' },
          ...starters.map((starter): MenuEntry => {
            const Icon = icons[starter.id];
            return {
              id: starter.id,
              label: words.starters.translate(starter.name),
              detail: words.starters.translate(starter.makes),
              icon: <Icon aria-hidden />,
              onSelect: () => begin({ from: starter }),
            };
          }),
        ]}
      />
      <input
        ref={photoField}
        type="file"
        accept="image/*"
        hidden
        aria-label={words.projects.photoToBegin}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) begin({ from: 'photo', file });
        }}
      />
    </>
  );
}
