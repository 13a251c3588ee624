import { Search, LayoutTemplate } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { Link } from 'wouter';
import type { PublicTemplateSummary } from '#shared/api/index.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import { useCommandContext, useCommands } from '#renderer/commands/index.ts';
import { describeRead, useCachedAt, useMediaUrl } from '#renderer/desk/index.ts';
import { useDebounced } from '#renderer/projects/index.ts';
import {
  Button,
  EmptyState,
  ErrorState,
  CachedAsOf,
  Skeleton,
  Switch,
  TextField,
  pane,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { isManaged, useTemplatePictures } from './management.ts';
import { templatesKey, useTemplates } from './queries.ts';
import { TemplateDetail } from './template-detail.tsx';
import css from './templates-page.module.css';

const t = words.templates.templatesPage;

export interface TemplatesPageProps {
  connectionId: string;
  /** The one that is open; the first of the list when none is named. */
  templateId: string | null;
  hrefOf: (templateId: string) => string;
  onOpenProject: (projectId: string) => void;
  /** The one that is open was deleted. */
  onDeleted: () => void;
}

/** Templates of the account: a list, and the chosen one beside it. */
export function TemplatesPage({
  connectionId,
  templateId,
  hrefOf,
  onOpenProject,
  onDeleted,
}: TemplatesPageProps): ReactElement {
  const [text, setText] = useState('');
  const [withEndpoint, setWithEndpoint] = useState(false);
  const search = useDebounced(text.trim(), 200);
  const templates = useTemplates(connectionId, search, withEndpoint);
  const cachedAt = useCachedAt(templatesKey(connectionId, search, withEndpoint));
  const pictures = useTemplatePictures(connectionId);
  const searchRef = useRef<HTMLInputElement>(null);
  const listRef = useRef<HTMLUListElement>(null);
  useCommandContext({ page: 'templates' });
  useCommands('templates', { 'editor.find': () => searchRef.current?.focus() });
  const list = templates.templates;
  const openId = templateId ?? list[0]?.templateId ?? null;
  const filtered = search !== '' || withEndpoint;

  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[pressedKey(event)];
    const links = [...(listRef.current?.querySelectorAll('a') ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    if (by === undefined || at < 0) return;
    event.preventDefault();
    links[at + by]?.focus();
  };

  return (
    <div className={css['page']}>
      <section className={css['side']} aria-label={t.allTemplates} {...pane}>
        <header className={css['sideHead']}>
          <h1 className={css['title']}>{t.templates}</h1>
          <TextField
            ref={searchRef}
            type="search"
            label={t.searchTemplates}
            hideLabel
            placeholder={t.searchTemplates}
            icon={<Search aria-hidden />}
            value={text}
            onValueChange={setText}
          />
          <Switch label={t.onlyThoseCanRun} checked={withEndpoint} onCheckedChange={setWithEndpoint} />
        </header>
        <div className={css['known']}>
          <CachedAsOf at={cachedAt}>{t.startingRunNeedsService}</CachedAsOf>
        </div>
        {templates.isError && list.length === 0 ? (
          <ErrorState
            compact
            title={t.templatesCouldNotRead}
            text={describeRead(templates.error)}
            onRetry={() => void templates.refetch()}
          />
        ) : templates.isLoading ? (
          <div className={css['sideLoading']} aria-busy="true">
            {[1, 2, 3].map((row) => (
              <Skeleton key={row} height={52} />
            ))}
          </div>
        ) : list.length === 0 ? (
          filtered ? (
            <NoneFits
              fuzzySearch={templates.fuzzySearch}
              onShowAll={() => {
                setText('');
                setWithEndpoint(false);
              }}
            />
          ) : null
        ) : (
          <ul
            ref={listRef}
            className={css['list']}
            aria-label={t.templates}
            data-stale={templates.isPlaceholderData ? '' : undefined}
          >
            {list.map((template) => (
              <li key={template.templateId}>
                <TemplateItem
                  connectionId={connectionId}
                  template={template}
                  fileId={pictures.data?.get(template.templateId) ?? null}
                  href={hrefOf(template.templateId)}
                  isOpen={template.templateId === openId}
                  onKeyDown={onKeyDown}
                />
              </li>
            ))}
            {templates.hasNextPage ? (
              <li className={css['more']}>
                <Button busy={templates.isFetchingNextPage} onClick={() => void templates.fetchNextPage()}>
                  {t.showOverflowTemplates}
                </Button>
              </li>
            ) : null}
          </ul>
        )}
      </section>
      <div className={css['main']} {...pane}>
        {openId !== null ? (
          <TemplateDetail
            key={openId}
            connectionId={connectionId}
            templateId={openId}
            onOpenProject={onOpenProject}
            onDeleted={onDeleted}
          />
        ) : templates.data && !filtered ? (
          <NoTemplates connectionId={connectionId} />
        ) : null}
      </div>
    </div>
  );
}

/** Nothing was found, and how far it was looked for typing errors. */
const NoneFits = ({
  fuzzySearch: { readOnly, readOn },
  onShowAll,
}: {
  fuzzySearch: ReturnType<typeof useTemplates>['fuzzySearch'];
  onShowAll: () => void;
}): ReactElement => (
  <EmptyState
    compact
    icon={<Search />}
    title={t.noTemplateFits}
    text={readOnly === null ? undefined : t.typoLimit(readOnly)}
    action={
      <>
        {readOnly === null ? null : <Button onClick={readOn}>{words.common.readOlder}</Button>}
        <Button onClick={onShowAll}>{t.showAllTemplates}</Button>
      </>
    }
  />
);

function TemplateItem({
  connectionId,
  template,
  fileId,
  href,
  isOpen,
  onKeyDown,
}: {
  connectionId: string;
  template: PublicTemplateSummary;
  /** Its picture. */
  fileId: string | null;
  href: string;
  isOpen: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
}): ReactElement {
  return (
    <Link
      href={href}
      className={css['item']}
      onKeyDown={onKeyDown}
      aria-current={isOpen ? 'page' : undefined}
    >
      <TemplatePicture connectionId={connectionId} fileId={fileId} />
      <span className={css['itemMain']}>
        <span className={css['itemName']} dir="auto">
          {template.name}
        </span>
        <span className={css['itemText']} dir="auto">
          {template.description || template.category || t.noDescription}
        </span>
      </span>
    </Link>
  );
}

const NoTemplates = ({ connectionId }: { connectionId: string }): ReactElement => (
  <EmptyState
    drawing="templates"
    title={t.noTemplatesYet}
    text={isManaged(connectionId) ? t.templateProjectInputsOutputs : t.templateProjectInputsOutputs2}
  />
);

/** The picture of a template in a list; an icon where it has none. */
function TemplatePicture({
  connectionId,
  fileId,
}: {
  connectionId: string;
  fileId: string | null;
}): ReactElement {
  const media = useMediaUrl(connectionId, fileId === null ? null : { kind: 'file', fileId }, 'thumbnail');
  return (
    <span className={css['itemPicture']} aria-hidden>
      {media ? <img src={media.url} alt="" loading="lazy" /> : <LayoutTemplate />}
    </span>
  );
}
