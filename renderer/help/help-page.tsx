import { Map, Search } from 'lucide-react';
import { useState, type MouseEvent, type ReactElement } from 'react';
import { keysLabel } from '#renderer/commands/index.ts';
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
            {words.help.whatItIs} {words.help.everyCommand} <Kbd>{keysLabel('app.command-palette')}</Kbd>
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
        <>
          <Contents />
          <PageColumns>
            {helpSections.map((id) => (
              <section key={id} className={css['section']} aria-label={words.help.sections[id]}>
                <h2 className={css['heading']}>{words.help.sections[id]}</h2>
                <Articles articles={found.filter(({ section }) => section === id)} level="h3" />
              </section>
            ))}
          </PageColumns>
        </>
      )}
      {found.length === 0 ? (
        <EmptyState compact title={words.help.nothing} text={words.help.nothingHint} />
      ) : null}
    </Page>
  );
}

const anchorOf = (articleId: string): string => `help-${articleId}`;

/** What there is to read, by section; each leads there. */
function Contents(): ReactElement {
  return (
    <nav className={css['contents']} aria-label={words.help.contents}>
      {helpSections.map((id) => (
        <div key={id} className={css['contentsSection']}>
          <p className={css['contentsTitle']}>{words.help.sections[id]}</p>
          <ul>
            {findArticles('')
              .filter(({ section }) => section === id)
              .map((article) => (
                <li key={article.id}>
                  <a
                    className={css['contentsLink']}
                    href={`#${anchorOf(article.id)}`}
                    onClick={goTo(article.id)}
                  >
                    {article.title}
                  </a>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Also the next Tab goes on from there. */
const goTo =
  (articleId: string) =>
  (event: MouseEvent): void => {
    event.preventDefault();
    const heading = document.getElementById(anchorOf(articleId));
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: 'start' });
  };

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
          <Heading id={anchorOf(id)} tabIndex={-1} className={css['articleTitle']}>
            {title}
          </Heading>
          {text.map((paragraph) => (
            <ArticleText key={paragraph} text={paragraph} />
          ))}
        </li>
      ))}
    </ul>
  );
}
