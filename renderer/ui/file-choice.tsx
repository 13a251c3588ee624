import { useRef, type ReactElement, type ReactNode } from 'react';
import { words } from '#renderer/words/index.ts';
import { Button } from './button.tsx';
import css from './file-choice.module.css';
import { formatBytes } from './format.ts';

const t = words.ui.fileChoice;

/** The file that a dialog works on, and a button to choose another one. */
export function FileChoice({
  icon,
  file,
  accept,
  onSelect,
  onFolder,
}: {
  icon: ReactNode;
  file: Pick<File, 'name' | 'size'> | null;
  /** Endings, as in `accept` of an input. */
  accept: string;
  onSelect: (file: File) => void;
  /** Takes all files of a folder; without it only files can be chosen. */
  onFolder?: (files: readonly File[]) => void;
}): ReactElement {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        accept={accept}
        onChange={(event) => {
          const next = event.target.files?.[0];
          if (next) onSelect(next);
        }}
      />
      <div className={css['choice']}>
        {icon}
        <span className={css['text']}>
          <span className={css['name']} dir="auto">
            {file ? file.name : t.noFileYet}
          </span>
          <span className={css['hint']}>{file ? formatBytes(file.size) : t.dropWindow}</span>
        </span>
        <Button size="small" onClick={() => picker.current?.click()}>
          {file ? t.selectAnother : t.selectFile}
        </Button>
        {onFolder ? (
          <Button size="small" onClick={() => pickFolder(onFolder)}>
            {t.selectFolder}
          </Button>
        ) : null}
      </div>
    </>
  );
}

/** Opens the system's choice of a folder. */
function pickFolder(onFolder: (files: readonly File[]) => void): void {
  const picker = document.createElement('input');
  picker.type = 'file';
  picker.webkitdirectory = true;
  picker.addEventListener('change', () => onFolder([...(picker.files ?? [])]));
  picker.click();
}
