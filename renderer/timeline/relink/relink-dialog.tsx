import { FolderSearch, Files as FilesIcon, FilePlus2 } from 'lucide-react';
import { useRef, useState, type ReactElement } from 'react';
import type { FileRecord } from '#shared/desk/index.ts';
import type { FoundMedium } from '#shared/timeline/edits/index.ts';
import { isSameLength, type MissingMedium } from '#shared/timeline/relink.ts';
import { Badge, Button, Checkbox, Dialog, IconButton, ProblemNote, Select } from '#renderer/ui/index.ts';
import { unreadableFormat, unreadableRecord } from '#renderer/uploads/index.ts';
import { words } from '#renderer/words/index.ts';
import { formatSeconds } from '../model/timecode.ts';
import { MAX_LOCAL } from './candidates.ts';
import { useRelink, type RelinkOption, type RelinkRow } from './use-relink.ts';
import css from './relink.module.css';

const texts = words.relink;

/** A row that a person takes: which medium, and the file that is to be it. */
export interface SelectedRow {
  medium: MissingMedium;
  option: RelinkOption;
}

/** What an edit needs to know of a row, once its file is in the library. */
export const foundMedium = (
  { medium, option: { candidate, match } }: SelectedRow,
  file: Pick<FileRecord, 'fileId' | 'filename'>,
): FoundMedium => ({
  clipIds: medium.clipIds,
  filename: file.filename,
  fileId: file.fileId,
  kind: candidate.kind,
  length: candidate.seconds,
  isSame: match === 'hash' || isSameLength(medium, candidate) === true,
});

/** Files that a person chooses, to look among or for one medium, and why one cannot be taken. */
function useChoice(add: ReturnType<typeof useRelink>['add'], addFor: ReturnType<typeof useRelink>['addFor']) {
  const [problem, setProblem] = useState<string | null>(null);
  return {
    problem,
    search: (files: readonly File[]): void => {
      const sentences = files.map((file) =>
        unreadableRecord({ filename: file.name, contentType: file.type }),
      );
      const unreadable = sentences.find((sentence) => sentence !== null) ?? null;
      const count = add(files.filter((_, index) => sentences[index] === null)).length;
      if (unreadable !== null) setProblem(unreadable);
      else if (count === 0 && files.length > 0) setProblem(texts.noMedia);
      else setProblem(count === MAX_LOCAL ? texts.tooMany(count) : null);
    },
    replace: async (key: string, file: File): Promise<void> => {
      const unreadable = await unreadableFormat(file);
      setProblem(unreadable ?? (addFor(key, file) ? null : texts.noMedia));
    },
  };
}

/** A row for each missing file: what was expected, what was found and how sure that is. */
export function RelinkDialog({
  connectionId,
  media,
  library,
  onClose,
  onTake,
}: {
  connectionId: string;
  media: readonly MissingMedium[];
  library: ReadonlyMap<string, FileRecord>;
  onClose: () => void;
  onTake: (rows: readonly SelectedRow[]) => void;
}): ReactElement {
  const { rows, isLoading, add, addFor, select, accept, acceptAll } = useRelink(connectionId, media, library);
  const found = rows.filter(({ selected }) => selected !== null);
  const accepted = rows.flatMap(({ medium, selected, isAccepted }) =>
    isAccepted && selected ? [{ medium, option: selected }] : [],
  );
  const { search, replace, problem } = useChoice(add, addFor);
  return (
    <Dialog
      open
      onClose={onClose}
      width={760}
      title={texts.title}
      description={texts.description}
      footer={
        <>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button
            variant="primary"
            disabledReason={accepted.length === 0 ? words.whyNot.replacements : null}
            onClick={() => onTake(accepted)}
          >
            {texts.start(accepted.length)}
          </Button>
        </>
      }
    >
      <div className={css['relink']}>
        <div className={css['head']}>
          <Checkbox
            label={texts.all}
            checked={accepted.length > 0 && accepted.length === found.length}
            indeterminate={accepted.length > 0 && accepted.length < found.length}
            disabled={found.length === 0}
            onCheckedChange={acceptAll}
          />
          <span className={css['hint']} role="status">
            {isLoading ? texts.looking : texts.found(found.length, rows.length)}
          </span>
          <Picker label={texts.chooseFolder} isFolder icon={<FolderSearch aria-hidden />} onFiles={search} />
          <Picker label={texts.chooseFiles} icon={<FilesIcon aria-hidden />} onFiles={search} />
        </div>
        {problem === null ? null : <ProblemNote>{problem}</ProblemNote>}
        <ul className={css['rows']} aria-label={texts.title}>
          {rows.map((row) => (
            <Row
              key={row.medium.key}
              row={row}
              onAccept={(isAccepted) => accept(row.medium.key, isAccepted)}
              onSelect={(id) => select(row.medium.key, id)}
              onFile={(file) => void replace(row.medium.key, file)}
            />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

/** A button that opens the system's choice of files or of a folder. */
function Picker({
  label,
  icon,
  isFolder = false,
  isCompact = false,
  onFiles,
}: {
  label: string;
  icon: ReactElement;
  isFolder?: boolean;
  /** As an icon alone, for one file. */
  isCompact?: boolean;
  onFiles: (files: readonly File[]) => void;
}): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const open = () => input.current?.click();
  return (
    <>
      {isCompact ? (
        <IconButton label={label} onClick={open}>
          {icon}
        </IconButton>
      ) : (
        <Button size="small" icon={icon} onClick={open}>
          {label}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        multiple={!isCompact}
        aria-label={label}
        {...(isFolder ? { webkitdirectory: '' } : { accept: 'image/*,video/*,audio/*' })}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </>
  );
}

function Row({
  row: { medium, options, selected, isAccepted: accepted },
  onAccept,
  onSelect,
  onFile,
}: {
  row: RelinkRow;
  onAccept: (isAccepted: boolean) => void;
  onSelect: (candidateId: string) => void;
  onFile: (file: File) => void;
}): ReactElement {
  const name = medium.name || texts.unnamed;
  return (
    <li className={css['row']}>
      <Checkbox
        label={texts.take(name)}
        hideLabel
        checked={accepted}
        disabled={selected === null}
        onCheckedChange={onAccept}
      />
      <div className={css['expected']}>
        <span className={css['name']} dir="auto" title={name}>
          {name}
        </span>
        <span className={css['hint']}>{expectedWords(medium)}</span>
      </div>
      <div className={css['found']}>
        {selected ? (
          <>
            <Select
              label={texts.candidates(name)}
              hideLabel
              size="small"
              value={selected.candidate.id}
              options={options.map(({ candidate }) => ({ value: candidate.id, label: candidate.name }))}
              onValueChange={onSelect}
            />
            <span className={css['hint']}>{foundWords(medium, selected)}</span>
          </>
        ) : (
          <span className={css['hint']}>{texts.nothingYet}</span>
        )}
      </div>
      {selected ? (
        <Badge tone={toneOf(medium, selected)}>
          {selected.match ? texts.matches[selected.match] : texts.chosen}
        </Badge>
      ) : (
        <span />
      )}
      <Picker
        label={texts.chooseFor(name)}
        icon={<FilePlus2 aria-hidden />}
        isCompact
        onFiles={([file]) => file && onFile(file)}
      />
    </li>
  );
}

function toneOf(medium: MissingMedium, { candidate, match }: RelinkOption): 'ok' | 'warn' | 'plain' {
  if (match === 'hash' || match === 'name-and-length') return 'ok';
  return match === 'similar' || isSameLength(medium, candidate) === false ? 'warn' : 'plain';
}

function lengthWords({ length, isLengthExact }: MissingMedium): string {
  if (length === 0) return '';
  return isLengthExact ? formatSeconds(length) : texts.atLeast(formatSeconds(length));
}

const expectedWords = (medium: MissingMedium): string =>
  texts.expected(
    lengthWords(medium),
    medium.rate !== null && medium.kind === 'video' ? texts.rate(medium.rate) : '',
    medium.clipIds.length,
  );

function foundWords(medium: MissingMedium, { candidate }: RelinkOption): string {
  const { seconds, framesPerSecond, source } = candidate;
  const isDifferent = isSameLength(medium, candidate) === false && seconds !== null;
  const length = seconds === null ? '' : formatSeconds(seconds);
  return [
    isDifferent ? texts.otherLength(length, lengthWords(medium)) : length,
    framesPerSecond === null ? '' : texts.rate(framesPerSecond),
    source.at === 'library' ? texts.inFiles : texts.onThisComputer,
  ]
    .filter((segment) => segment !== '')
    .join(' · ');
}
