/** The index of `docs/decisions`, made from the heads of its pages. */

/** What a decision is about, in the sequence of the index. */
const TOPICS = [
  'Saving and documents',
  'Canvas and pages',
  'Runs, previews, batches',
  'Film and formats',
  'Service',
  'Desktop process and network',
  'Code, build and tests',
] as const;

/** A page: the name of its file in `docs/decisions`, and its text. */
export interface DecisionPage {
  file: string;
  text: string;
}

interface Decision {
  file: string;
  title: string;
  date: string;
  label: string;
  /** The page that took its place or goes on with it; null where it stands by itself. */
  status: { relation: 'Replaced by' | 'Extended by'; title: string; file: string } | null;
}

const HEAD =
  /^# (?<title>.+)\n\n(?<date>\d{1,2} [A-Z][a-z]+ \d{4}) · (?<subject>[^·\n]+?)(?: · (?<relation>Replaced by|Extended by) \[(?<next>[^\]]+)\]\((?<nextFile>[^)]+)\))?\n\n/;

const EXAMPLE = '"# Title", an empty line, then "28 November 2026 · Service"';

/** @returns the decision of a page, or a sentence about what is wrong with its head. */
function readDecision({ file, text }: DecisionPage, pages: readonly DecisionPage[]): Decision | string {
  const groups = HEAD.exec(text)?.groups;
  if (!groups) return `${file} has to begin with ${EXAMPLE}.`;
  const { title = '', date = '', subject = '', relation, next = '', nextFile = '' } = groups;
  if (!TOPICS.some((topic) => topic === subject))
    return `${file} is about "${subject}". Use one of: ${TOPICS.join('; ')}.`;
  if (isoDate(date) !== file.slice(0, 10)) return `${file} says ${date}, which is not the date of its name.`;
  if (relation !== 'Replaced by' && relation !== 'Extended by')
    return { file, title, date, label: subject, status: null };
  const target = pages.find((page) => page.file === nextFile);
  if (!target?.text.startsWith(`# ${next}\n`))
    return `${file} names "${next}" (${nextFile}), which is no page with this title.`;
  return { file, title, date, label: subject, status: { relation, title: next, file: nextFile } };
}

/** The text of `docs/decisions/README.md`, and a sentence for each page whose head cannot be read. */
export function decisionIndex(pages: readonly DecisionPage[]): { text: string; problems: string[] } {
  const read = pages.map((page) => readDecision(page, pages));
  const decisions = read.filter((entry) => typeof entry !== 'string');
  const sections = TOPICS.map((topic) => {
    const rows = decisions
      .filter((decision) => decision.label === topic)
      .toSorted((a, b) => a.file.localeCompare(b.file))
      .map(({ title, file, date, status }) => {
        const then = status ? ` ${status.relation} [${status.title}](${status.file}).` : '';
        return `- [${title}](${file}), ${date}.${then}`;
      });
    return `## ${topic}\n\n${rows.join('\n')}`;
  });
  return {
    text: `# Decisions

Why things are as they are: what was decided, what was measured, what else was tried. Made from the heads of the pages by \`npm run docs\`; a new page begins with ${EXAMPLE.replaceAll('"', '`')}. A page that no longer holds says what replaced it behind its subject.

${sections.join('\n\n')}
`,
    problems: read.filter((entry) => typeof entry === 'string'),
  };
}

/** `2026-11-28` of `28 November 2026`; empty where it is no date. */
function isoDate(date: string): string {
  const time = Date.parse(`${date} UTC`);
  return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10);
}
