import { Map, Search } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { shownKeys } from '#renderer/commands/index.ts';
import {
  Button,
  EmptyState,
  Kbd,
  LiveRegion,
  Page,
  PageColumns,
  PageHeader,
  TextField,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { ArticleText } from './article-text.tsx';
import { helpSections, type Article } from './articles.ts';
import { findArticles } from './find-articles.ts';
import css from './help.module.css';

/**
 * What people ask, with a search.
 * @param onTour shows the tour; null where there is no project to show it on.
 */
export function HelpPage({ onTour }: { onTour: (() => void) | null }): ReactElement {
  const [query, setQuery] = useState('');
  const found = findArticles(query);
  const isSearch = query.trim() !== '';
  return (
    <Page columns>
      <PageHeader
        title={words.help.title}
        lead={
          <>
            {words.help.whatItIs} {words.help.everyCommand} <Kbd>{shownKeys('app.command-palette')}</Kbd>
          </>
        }
        actions={
          onTour === null ? undefined : (
            <Button icon={<Map aria-hidden />} onClick={onTour}>
              {words.firstMinute.takeTour}
            </Button>
          )
        }
      />
      <TextField
        label={words.help.search}
        hideLabel
        type="search"
        icon={<Search aria-hidden />}
        placeholder={words.help.searchExample}
        value={query}
        onValueChange={setQuery}
      />
      <LiveRegion>{isSearch ? words.help.found(found.length) : ''}</LiveRegion>
      {isSearch ? (
        <Articles articles={found} level="h2" />
      ) : (
        <PageColumns>
          {helpSections.map((title) => (
            <section key={title} className={css['section']} aria-label={title}>
              <h2 className={css['heading']}>{title}</h2>
              <Articles articles={found.filter(({ section }) => section === title)} level="h3" />
            </section>
          ))}
        </PageColumns>
      )}
      {found.length === 0 ? (
        <EmptyState compact title={words.help.nothing} text={words.help.nothingHint} />
      ) : null}
    </Page>
  );
}

function Articles({
  articles,
  level: Heading,
}: {
  articles: readonly Article[];
  level: 'h2' | 'h3';
}): ReactElement {
  return (
    <ul className={css['articles']}>
      {articles.map(({ id, title, text }) => (
        <li key={id} className={css['article']}>
          <Heading className={css['articleTitle']}>{title}</Heading>
          {text.map((paragraph) => (
            <ArticleText key={paragraph} text={paragraph} />
          ))}
        </li>
      ))}
    </ul>
  );
}
