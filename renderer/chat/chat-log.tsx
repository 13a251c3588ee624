import { Check, LoaderCircle, TriangleAlert } from 'lucide-react';
import { Fragment, useEffect, useRef, type ReactElement } from 'react';
import type { Chat, ChatEntry } from '#shared/desk/index.ts';
import { ModelsButton } from '#renderer/commands/index.ts';
import { Button, formatCreditAmount, LiveRegion } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import css from './chat-panel.module.css';

const t = words.chat;

/** Pixels from the end within which what comes is followed. */
const SCROLL_TOLERANCE = 80;

/** All that was said and done, the newest below. */
export function ChatLog({ chat, onRetry }: { chat: Chat; onRetry: (() => void) | null }): ReactElement {
  const { entries, isRunning, isAborted } = chat;
  const scroll = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const lineCount = entries.length + (isRunning ? 1 : 0);
  useEffect(() => {
    const element = scroll.current;
    if (lineCount > 0 && element !== null && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [lineCount]);
  const last = entries.at(-1);
  return (
    <div
      ref={scroll}
      className={css['conversation']}
      role="log"
      aria-label={t.conversation}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < SCROLL_TOLERANCE;
      }}
    >
      {entries.map((entry, index) => (
        // Entries are only added.
        <Entry key={index} entry={entry} />
      ))}
      {isRunning && !(last?.kind === 'call' && last.outcome === 'running') ? (
        <div className={css['call']}>
          <LoaderCircle aria-hidden className={css['turning']} />
          <span>{t.thinking}</span>
        </div>
      ) : null}
      {isAborted && onRetry !== null ? (
        <div className={css['problem']}>
          <span>{t.aborted}</span>
          <Button size="small" onClick={onRetry}>
            {t.retry}
          </Button>
        </div>
      ) : null}
      <LiveRegion>{isRunning ? t.thinking : ''}</LiveRegion>
    </div>
  );
}

function Entry({ entry }: { entry: ChatEntry }): ReactElement | null {
  switch (entry.kind) {
    case 'question':
      return (
        <div className={css['question']} dir="auto">
          {entry.text}
        </div>
      );
    case 'answer':
      return <Answer entry={entry} />;
    case 'call':
      return <Call entry={entry} />;
    case 'problem':
      return <Problem entry={entry} />;
    default:
      return entry satisfies never;
  }
}

function Answer({ entry }: { entry: Extract<ChatEntry, { kind: 'answer' }> }): ReactElement | null {
  const { text, microcredits, isEstimated } = entry;
  if (text === '' && microcredits === 0) return null;
  const credits = formatCreditAmount(String(microcredits));
  return (
    <div className={css['answer']}>
      {text === '' ? null : (
        <div className={css['words']} dir="auto">
          {formatWords(text)}
        </div>
      )}
      {microcredits === 0 ? null : (
        <span className={css['cost']}>{isEstimated ? t.estimated(credits) : t.cost(credits)}</span>
      )}
    </div>
  );
}

/** Models set words in bold and code by marks, whatever they are told. */
function formatWords(text: string): ReactElement[] {
  return text.split(/(\*\*[^*\n]{1,300}\*\*|`[^`\n]{1,300}`)/).map((span, index) => {
    // Parts have no other identity, and stay in their order.
    if (span.startsWith('**') && span.length > 4) return <strong key={index}>{span.slice(2, -2)}</strong>;
    if (span.startsWith('`') && span.length > 2) return <code key={index}>{span.slice(1, -1)}</code>;
    return <Fragment key={index}>{span}</Fragment>;
  });
}

const toolNames: Readonly<Record<string, string>> = t.tools;

function Call({ entry }: { entry: Extract<ChatEntry, { kind: 'call' }> }): ReactElement {
  const { tool, summary, outcome, message } = entry;
  const name = (Object.hasOwn(toolNames, tool) ? toolNames[tool] : undefined) ?? tool.replaceAll('_', ' ');
  return (
    <div className={css['call']} data-outcome={outcome} title={message ?? summary}>
      {outcome === 'running' ? <LoaderCircle aria-hidden className={css['turning']} /> : null}
      {outcome === 'succeeded' ? <Check aria-hidden /> : null}
      {outcome === 'failed' ? <TriangleAlert aria-hidden /> : null}
      <span>
        {name}
        {message === null ? null : (
          <span className={css['message']} dir="auto">
            {message}
          </span>
        )}
      </span>
    </div>
  );
}

function Problem({ entry }: { entry: Extract<ChatEntry, { kind: 'problem' }> }): ReactElement {
  const { problem, message, perhapsMicrocredits } = entry;
  return (
    <div className={css['problem']} data-quiet={problem === 'stopped' || undefined}>
      <span dir="auto">
        {message === null ? t.problems[problem] : words.sentences.translate(message)}
        {perhapsMicrocredits === 0 ? null : ` ${t.perhaps(formatCreditAmount(String(perhapsMicrocredits)))}`}
      </span>
      {problem === 'no-model' ? <ModelsButton label={t.connectModel} /> : null}
    </div>
  );
}
