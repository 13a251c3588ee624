import { posix } from 'node:path';

/** One thing that the compiler found wrong. */
interface TypeFault {
  /** From the root of the repository, with `/`. */
  file: string;
  /** Counted from 1. */
  line: number;
  /** The text for people, of one or more lines. */
  text: string;
  /** An import of a file that is no part of the project; the walls say more of it. */
  isForeignImport: boolean;
}

export interface Folded {
  faults: readonly TypeFault[];
  /** Lines that are no fault of a source: the compiler's own complaints. */
  candidate: readonly string[];
}

const BUILDING = /^.* - Building project '(.+)'\.\.\.$/;
const STATUS =
  /^.* - (?:Projects in this build:|Project '.+' (?:is|can't be)|Updating (?:output timestamps|unchanged)|Skipping (?:build|clean)|Building project)|^\s+\* /;
const FAULT = /^(.+?)\((\d+),(\d+)\): (error TS(\d+): .*)$/;
const MISSING_FILE_PATTERN =
  /^error TS6307: File '(.+)' is not listed within the file list of project '(.+)'\./;

/** What the compiler says of a file that a project drags in without listing it. */
const FOREIGN = '6307';

/**
 * The few faults in what `tsc -b --verbose --pretty false` prints. Each is there once. An import from another project makes
 * the compiler complain of every file behind it, and check those files without their own settings: of all that, one
 * sentence is left for each file that has such an import.
 * @param output as the compiler printed it
 * @param root absolute path of the repository, with `/`
 */
export function foldFaults(output: string, root: string): Folded {
  const faults: TypeFault[] = [];
  const unmatched: string[] = [];
  const reported = new Set<string>();
  let project = '';
  let details: TypeFault | undefined;
  for (const line of output.split(/\r?\n/)) {
    const building = BUILDING.exec(line)?.[1];
    if (building !== undefined) {
      project = posix.dirname(building.replaceAll('\\', '/'));
      details = undefined;
      continue;
    }
    if (line.trim() === '' || STATUS.test(line)) continue;
    const [, path = '', row = '', column = '', text = '', code = ''] = FAULT.exec(line) ?? [];
    if (path === '') {
      if (/^\s/.test(line)) {
        if (details !== undefined) details.text += `\n${line}`;
      } else unmatched.push(line);
      continue;
    }
    details = undefined;
    const file = path.replaceAll('\\', '/');
    const isInProject = project === '.' || project === '' || file.startsWith(`${project}/`);
    // Checked as a part of a project it does not belong to; its own project says what is wrong with it.
    if (!isInProject) continue;
    if (code === FOREIGN) {
      const [, target = '', list = ''] = MISSING_FILE_PATTERN.exec(text) ?? [];
      if (faults.some((fault) => fault.isForeignImport && fault.file === file)) continue;
      const sentence = foreignText(file, row, relativeTo(target, root), relativeTo(list, root));
      faults.push({ file, line: Number(row), text: sentence, isForeignImport: true });
      continue;
    }
    const fault = {
      file,
      line: Number(row),
      text: `${file}:${row}:${column} ${text}`,
      isForeignImport: false,
    };
    if (reported.has(fault.text)) continue;
    reported.add(fault.text);
    faults.push(fault);
    details = fault;
  }
  return { faults, candidate: unmatched };
}

function relativeTo(path: string, root: string): string {
  const absolute = path.replaceAll('\\', '/');
  return absolute.startsWith(`${root}/`) ? absolute.slice(root.length + 1) : absolute;
}

function foreignText(file: string, row: string, target: string, list: string): string {
  return (
    `${file}:${row} imports ${target}, which is no part of ${posix.dirname(list)} and no room it refers to in ${list}. ` +
    'What to do: import only from the rooms that docs/map.md allows here.'
  );
}
