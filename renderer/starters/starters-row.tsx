import {
  ChevronDown,
  ChevronUp,
  Clapperboard,
  FileText,
  Film,
  ImagePlus,
  LayoutTemplate,
} from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { Starter } from '#shared/starters/index.ts';
import { Button } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { starterPictures } from './pictures.ts';
import type { ProjectStarts } from './use-beginnings.ts';
import css from './starters.module.css';

const STORAGE_KEY = 'patchbay.starters-unfolded';

function isUnfoldedByPerson(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'yes';
  } catch {
    // A browser that stores nothing shows them folded.
    return false;
  }
}

function rememberUnfolded(isUnfolded: boolean): void {
  try {
    if (isUnfolded) localStorage.setItem(STORAGE_KEY, 'yes');
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    // It holds until the page is left.
  }
}

/**
 * Graphs to begin a project from, with what they give; a photo, words, a storyboard, a film or a template as well. Nothing is
 * shown where the service has none of their node types.
 * @param isFolded the graphs are behind a button; what else a project can begin from stays.
 */
export function StartersRow({
  starters: beginnings,
  isFolded,
  onTemplates,
}: {
  starters: ProjectStarts;
  isFolded: boolean;
  onTemplates: () => void;
}): ReactElement | null {
  const { starters, busy, begin } = beginnings;
  const [isUnfolded, setUnfolded] = useState(isUnfoldedByPerson);
  const isOpen = !isFolded || isUnfolded;
  if (starters.length === 0) return null;
  return (
    <section className={css['starters']} aria-labelledby="starters-title">
      <Heading starters={beginnings} onTemplates={onTemplates} />
      {isFolded ? (
        <Button
          size="small"
          icon={isOpen ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => {
            rememberUnfolded(!isOpen);
            setUnfolded(!isOpen);
          }}
        >
          {isOpen ? words.projects.hideStarters : words.projects.showStarters(starters.length)}
        </Button>
      ) : null}
      <ul className={css['cards']} hidden={!isOpen}>
        {starters.map((starter) => (
          <StarterCard
            key={starter.id}
            starter={starter}
            isBusy={busy === starter.id}
            onBegin={() => begin({ from: starter })}
          />
        ))}
      </ul>
    </section>
  );
}

/** What else a project can begin from, beside the heading. */
function Heading({
  starters: { hasPhoto, busy, begin, selectPhoto },
  onTemplates,
}: {
  starters: ProjectStarts;
  onTemplates: () => void;
}): ReactElement {
  return (
    <header className={css['head']}>
      <h2 id="starters-title">{words.projects.startFrom}</h2>
      {hasPhoto ? (
        <Button size="small" icon={<ImagePlus aria-hidden />} busy={busy === 'photo'} onClick={selectPhoto}>
          {words.projects.aPhoto}
        </Button>
      ) : null}
      <Button
        size="small"
        icon={<FileText aria-hidden />}
        busy={busy === 'text'}
        onClick={() => begin({ from: 'text' })}
      >
        {words.projects.aText}
      </Button>
      <Button
        size="small"
        icon={<Clapperboard aria-hidden />}
        busy={busy === 'storyboard'}
        onClick={() => begin({ from: 'storyboard' })}
      >
        {words.projects.aStoryboard}
      </Button>
      <Button
        size="small"
        icon={<Film aria-hidden />}
        busy={busy === 'film'}
        onClick={() => begin({ from: 'film' })}
      >
        {words.projects.aFilm}
      </Button>
      <Button size="small" icon={<LayoutTemplate aria-hidden />} onClick={onTemplates}>
        {words.projects.aTemplate}
      </Button>
    </header>
  );
}

function StarterCard({
  starter: { id, name, makes },
  isBusy,
  onBegin,
}: {
  starter: Starter;
  isBusy: boolean;
  onBegin: () => void;
}): ReactElement {
  return (
    <li>
      <button type="button" className={css['card']} aria-busy={isBusy} onClick={onBegin}>
        <span className={css['picture']}>
          <img src={starterPictures[id]} alt="" draggable={false} />
        </span>
        <span className={css['name']}>{words.starters.translate(name)}</span>
        <span className={css['makes']}>{words.starters.translate(makes)}</span>
      </button>
    </li>
  );
}
