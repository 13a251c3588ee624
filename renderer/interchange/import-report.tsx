import { useState, type ReactElement } from 'react';
import { ChevronRight } from 'lucide-react';
import type { OtioWarning, PublicTimelineOtioImportResponse } from '#shared/api/index.ts';
import { Badge } from '#renderer/ui/index.ts';
import { formatSeconds } from '#renderer/timeline/index.ts';
import { number, words } from '#renderer/words/index.ts';
import { groupWarnings, type WarningGroup } from './warning-groups.ts';
import type { WarningKind } from './warning-words.ts';
import css from './interchange.module.css';

const t = words.interchange.importReport;

const kindWords: Record<WarningKind, string> = { missing: t.missing, changed: t.changed, note: t.note };
const kindTones = { missing: 'warn', changed: 'plain', note: 'plain' } as const;

/** The most places of one kind that are listed; files of thousands of clips can have as many. */
const MAX_ROWS = 200;

/** What an import brought: what is there as it was, and what is not. */
export function ImportReport({ response }: { response: PublicTimelineOtioImportResponse }): ReactElement {
  const { summary, files, warnings } = response;
  return (
    <div className={css['report']}>
      <dl className={css['facts']}>
        <div>
          <dt>{t.clips}</dt>
          <dd>{number(summary.clipCount)}</dd>
        </div>
        <div>
          <dt>{t.tracks}</dt>
          <dd>{number(summary.trackCount)}</dd>
        </div>
        <div>
          <dt>{t.length}</dt>
          <dd>{formatSeconds(summary.durationSeconds)}</dd>
        </div>
        <div>
          <dt>{t.mediaStored}</dt>
          <dd>{number(files.filter(({ storagePath }) => storagePath !== '').length)}</dd>
        </div>
      </dl>
      <WarningList warnings={warnings} />
    </div>
  );
}

/** Warnings in plain words, one row for each kind; the places open below it. */
export function WarningList({
  warnings,
  direction = 'in',
  label = t.differentFromFile,
  emptyText = t.everythingFileTimeline,
}: {
  warnings: readonly OtioWarning[];
  direction?: 'in' | 'out';
  label?: string;
  /** What is said where there are none. */
  emptyText?: string;
}): ReactElement {
  const groups = groupWarnings(warnings, direction);
  if (groups.length === 0) return <p className={css['allThere']}>{emptyText}</p>;
  return (
    <ul className={css['groups']} aria-label={label}>
      {groups.map((group) => (
        <Group key={group.code} group={group} isOut={direction === 'out'} />
      ))}
    </ul>
  );
}

function Group({ group, isOut }: { group: WarningGroup; isOut: boolean }): ReactElement {
  const [open, setOpen] = useState(false);
  const { kind, title, text, warnings } = group;
  return (
    <li className={css['group']}>
      <button type="button" className={css['groupHead']} aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight aria-hidden className={css['chevron']} />
        <span className={css['groupText']}>
          <span className={css['groupTitle']}>
            {title}
            <span className={css['count']}>{number(warnings.length)}</span>
          </span>
          <span className={css['groupHint']}>{text}</span>
        </span>
        <Badge tone={kindTones[kind]}>{kindWords[kind]}</Badge>
      </button>
      {open ? (
        <ul className={css['places']}>
          {warnings.slice(0, MAX_ROWS).map((warning, index) => (
            // The same can be said of the same place twice.
            <li key={index}>
              <span dir="auto">{words.sentences.translate(warning.message)}</span>
              {warning.path ? <WarningLocation path={warning.path} isNamed={isOut} /> : null}
            </li>
          ))}
          {warnings.length > MAX_ROWS ? <li>{t.label(warnings.length - MAX_ROWS)}</li> : null}
        </ul>
      ) : null}
    </li>
  );
}

/** Where it is: in the file by its path, in the timeline by name. */
function WarningLocation({ path, isNamed }: { path: string; isNamed: boolean }): ReactElement {
  return isNamed ? (
    <span className={css['place']} dir="auto">
      {path}
    </span>
  ) : (
    <code>{path}</code>
  );
}
