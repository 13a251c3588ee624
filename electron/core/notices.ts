import type { CoreLog } from './options.ts';

/** What a person should know about this start: files that could not be read and what is used instead. */

type NoticeKind =
  | 'settings'
  | 'settings-lost'
  | 'connections'
  | 'connections-lost'
  | 'history'
  | 'history-missing'
  | 'responses'
  | 'responses-newer'
  | 'keys'
  | 'keys-lost'
  | 'snippets'
  | 'snippets-lost'
  | 'groups'
  | 'groups-lost'
  | 'agents'
  | 'agents-lost'
  | 'folder';

export interface Notices {
  /** Once a kind. @param file that was quarantined; only its name is shown. */
  add(kind: NoticeKind, file: string): void;
  /** A sentence that came up later; one of the same id takes its place. @param onDismiss the person has read it. */
  announce(id: string, text: string, onDismiss: () => void): void;
  list(): { id: string; text: string }[];
  /** The person has read it. */
  dismiss(id: string): void;
}

function noticeText(kind: NoticeKind, file: string): string {
  const quarantineHint = `The damaged file is kept beside it (${file}.broken-…).`;
  switch (kind) {
    case 'settings':
      return `The settings could not be read, so the last good ones are used. ${quarantineHint}`;
    case 'settings-lost':
      return `The settings could not be read, so they begin anew: choose them again on the settings page. ${quarantineHint}`;
    case 'snippets':
      return `The snippets could not be read, so the last good ones are used. ${quarantineHint}`;
    case 'snippets-lost':
      return `The snippets could not be read, so their list begins anew: save them again from your projects. ${quarantineHint}`;
    case 'groups':
      return `A group of the library could not be read, so its last good copy is used. ${quarantineHint}`;
    case 'groups-lost':
      return `A group of the library could not be read and is left out: save it again from a project that uses it. ${quarantineHint}`;
    case 'agents':
      return `The list of agents could not be read, so the last good one is used. ${quarantineHint}`;
    case 'agents-lost':
      return `The list of agents could not be read, so there are none and their door is closed: add them again in the settings. ${quarantineHint}`;
    case 'connections':
      return `The list of connections could not be read, so the last good one is used. ${quarantineHint}`;
    case 'connections-lost':
      return `The list of connections could not be read: add your hosted services again. Projects there are unharmed. ${quarantineHint}`;
    case 'history':
      return `The list of this computer’s runs, files and uploads could not be read, so it begins anew. Projects and files at the services are unharmed. ${quarantineHint}`;
    case 'history-missing':
      return `The list of this computer’s runs, files, uploads and versions is gone, so it begins anew. Projects and files at the services are unharmed. The documents of the versions are kept in ${file}.broken-….`;
    case 'responses':
      return `What was stored for work without a network could not be read. It fills again as you open projects. ${quarantineHint}`;
    case 'responses-newer':
      return `What was stored for work without a network was written by a newer version of Patchbay, so it begins anew and fills again as you open projects. The file of the newer version is kept beside it (${file}.broken-…).`;
    case 'keys':
      return `The stored API keys could not be read, so the last good ones are used. ${quarantineHint}`;
    case 'keys-lost':
      return `The stored API keys could not be read: enter the keys of your hosted services again under Connections. ${quarantineHint}`;
    case 'folder':
      return `Something else stood where Patchbay keeps its ${file}. It is kept beside it (${file}.broken-…).`;
    default:
      return assertNever(kind);
  }
}

function assertNever(value: never): never {
  throw new Error(`Unexpected notice ${String(value)}`);
}

/** @param onChange called with each list that differs from the one before. */
export function createNotices(
  log: CoreLog,
  onChange: (list: { id: string; text: string }[]) => void = () => {},
): Notices {
  const notices = new Map<string, { text: string; onDismiss?: () => void }>();
  const list = () => [...notices].map(([id, { text }]) => ({ id, text }));
  return {
    add(kind, file) {
      log.warn({ file }, 'something damaged was set aside');
      notices.set(kind === 'folder' ? `${kind}-${file}` : kind, { text: noticeText(kind, file) });
      onChange(list());
    },
    announce(id, text, onDismiss) {
      notices.set(id, { text, onDismiss });
      onChange(list());
    },
    list,
    dismiss(id) {
      const notice = notices.get(id);
      notices.delete(id);
      notice?.onDismiss?.();
    },
  };
}
