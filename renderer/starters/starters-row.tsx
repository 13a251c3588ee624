import { Clapperboard, FileText, Film, ImagePlus, LayoutTemplate } from 'lucide-react';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { Starter } from '#shared/starters/index.ts';
import { Button, showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { Beginning } from './begin-from.ts';
import { useOfferedStarters } from './offered-starters.ts';
import { starterPictures } from './pictures.ts';
import css from './starters.module.css';

/**
 * Graphs to begin a project from, with what they give; a photo, words, a storyboard, a film or a template as well. Nothing is
 * shown where the service has none of their node types.
 */
export function StartersRow({
  connectionId,
  isReady,
  onBegin,
  onOpen,
  onTemplates,
}: {
  connectionId: string;
  /** Whether the service can be asked. */
  isReady: boolean;
  /** Makes the project and gives its id. @throws Error with a sentence. */
  onBegin: (beginning: Beginning, signal: AbortSignal) => Promise<string>;
  /** Shows a project that was made; not when the person has gone elsewhere meanwhile. */
  onOpen: (projectId: string, beginning: Beginning) => void;
  onTemplates: () => void;
}): ReactElement | null {
  const offered = useOfferedStarters(connectionId, isReady);
  const [busy, setBusy] = useState<string | null>(null);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  if (offered.length === 0) return null;

  const begin = async (what: string, beginning: Beginning) => {
    if (busy !== null) return;
    setBusy(what);
    const { signal } = leaving.current;
    try {
      const made = await onBegin(beginning, signal);
      if (!signal.aborted) onOpen(made, beginning);
    } catch (error) {
      if (signal.aborted) return;
      showToast({
        kind: 'error',
        title: 'The project was not created',
        description: error instanceof Error ? error.message : String(error),
        action: { label: 'Try again', run: () => void begin(what, beginning) },
      });
    } finally {
      setBusy(null);
    }
  };

  return (
    <section className={css['starters']} aria-labelledby="starters-title">
      <Beginnings
        hasPhoto={offered.some(({ id }) => id === 'photo-finish')}
        busy={busy}
        onPhoto={(file) => void begin('photo', { from: 'photo', file })}
        onText={() => void begin('text', { from: 'text' })}
        onStoryboard={() => void begin('storyboard', { from: 'storyboard' })}
        onFilm={() => void begin('film', { from: 'film' })}
        onTemplates={onTemplates}
      />
      <ul className={css['cards']}>
        {offered.map((starter) => (
          <StarterCard
            key={starter.id}
            starter={starter}
            isBusy={busy === starter.id}
            onBegin={() => void begin(starter.id, { from: starter })}
          />
        ))}
      </ul>
    </section>
  );
}

/** What else a project can begin from, beside the heading. */
function Beginnings({
  hasPhoto,
  busy,
  onPhoto,
  onText,
  onStoryboard,
  onFilm,
  onTemplates,
}: {
  hasPhoto: boolean;
  busy: string | null;
  onPhoto: (file: File) => void;
  onText: () => void;
  onStoryboard: () => void;
  onFilm: () => void;
  onTemplates: () => void;
}): ReactElement {
  const fileRef = useRef<HTMLInputElement>(null);
  return (
    <header className={css['head']}>
      <h2 id="starters-title">{words.projects.startFrom}</h2>
      {hasPhoto ? (
        <Button
          size="small"
          icon={<ImagePlus aria-hidden />}
          busy={busy === 'photo'}
          onClick={() => fileRef.current?.click()}
        >
          {words.projects.aPhoto}
        </Button>
      ) : null}
      <Button size="small" icon={<FileText aria-hidden />} busy={busy === 'text'} onClick={onText}>
        {words.projects.aText}
      </Button>
      <Button
        size="small"
        icon={<Clapperboard aria-hidden />}
        busy={busy === 'storyboard'}
        onClick={onStoryboard}
      >
        {words.projects.aStoryboard}
      </Button>
      <Button size="small" icon={<Film aria-hidden />} busy={busy === 'film'} onClick={onFilm}>
        {words.projects.aFilm}
      </Button>
      <Button size="small" icon={<LayoutTemplate aria-hidden />} onClick={onTemplates}>
        {words.projects.aTemplate}
      </Button>
      <input
        ref={fileRef}
        type="file"
        accept="image/*"
        hidden
        aria-label="Photo to start from"
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) onPhoto(file);
        }}
      />
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
        <span className={css['name']}>{name}</span>
        <span className={css['makes']}>{makes}</span>
      </button>
    </li>
  );
}
