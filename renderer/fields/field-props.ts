import type { ReactNode } from 'react';
import type { DeclaredInput, FieldValue } from './declared-input.ts';

/** How the files of a form get to the service. */
export interface FileUploads {
  connectionId: string;
  /** Why a file cannot be taken at all, in a sentence; null when it can. */
  checkFile: (file: File) => Promise<string | null>;
  /** The same where a picture, video or sound is wanted: also of a format that nothing here reads. */
  checkMedium: (file: File) => Promise<string | null>;
  /** What was dropped: files, why some cannot be taken, or words. To be called in the event itself. */
  read: (transfer: DataTransfer) => Promise<{ files: File[]; problems: string[]; text: string | null }>;
  /** @param onProgress 0 to 1. @returns the file's id. @throws Error with a sentence, or an AbortError */
  send: (
    file: File,
    options: { onProgress: (fraction: number) => void; signal: AbortSignal },
  ) => Promise<string>;
  /** A form waits for what is on its way. */
  onBusy: (isBusy: boolean) => void;
}

export interface InputFieldProps {
  input: DeclaredInput;
  value: FieldValue;
  onValueChange: (value: FieldValue) => void;
  /** Why what stands in the field cannot be taken; null once it can. */
  onProblem?: (problem: string | null) => void;
  /** Below the field, in place of what its kind says. */
  hint?: ReactNode;
  /** What is wrong by the rules of the form, such as that it is needed; stands in place of the hint. */
  error?: string | null;
  /** What counts while nothing is set. */
  placeholder?: string;
  hideLabel?: boolean;
  size?: 'small' | 'medium';
  /** Colors of the document, for the picker. */
  palette?: () => readonly string[];
  /** How files get to the service; without it a field of files says what it holds and no more. */
  uploads?: FileUploads;
}

/** What the field of one kind gets. */
export interface KindProps extends Omit<InputFieldProps, 'input' | 'error'> {
  label: string;
  type: DeclaredInput['type'];
}
