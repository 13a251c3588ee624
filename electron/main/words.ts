import { englishCommandWords, type CommandWords } from '#shared/commands/words.ts';
import { germanCommandWords } from '#shared/commands/german/index.ts';
import { languageOf, type Language } from '#shared/desk/languages.ts';

/** What people read of the desktop window beside its pages: the application menu and the dialogs of the system. */
export interface DesktopWords {
  readonly menu: Readonly<
    Record<
      | ('file' | 'edit' | 'view' | 'run' | 'window' | 'help' | 'close' | 'quit' | 'information' | 'services')
      | ('hide' | 'hideApps' | 'showAll' | 'minimize' | 'zoom' | 'allToFront' | 'fullScreen')
      | 'developerTools',
      string
    >
  >;
  readonly keyStore: Readonly<Record<'title' | 'message' | 'detail' | 'memory' | 'file', string>>;
  readonly folder: Readonly<Record<'title' | 'save', string>>;
  readonly cannotStart: string;
  readonly hasToClose: Readonly<Record<'title' | 'detail', string>>;
}

/** The words of commands, and of what only the menu of the window has. */
export type MenuWords = DesktopWords & { readonly commands: CommandWords };

const english: DesktopWords = {
  menu: {
    file: '&File',
    edit: '&Edit',
    view: '&View',
    run: '&Run',
    window: '&Window',
    help: '&Help',
    close: 'Close Window',
    quit: 'Quit',
    information: 'About Patchbay',
    services: 'Services',
    hide: 'Hide Patchbay',
    hideApps: 'Hide Others',
    showAll: 'Show All',
    minimize: 'Minimize',
    zoom: 'Zoom',
    allToFront: 'Bring All to Front',
    fullScreen: 'Toggle Full Screen',
    developerTools: 'Toggle Developer Tools',
  },
  keyStore: {
    title: 'Where to keep the API key',
    message: 'This computer has no key store.',
    detail:
      'The key can be kept in memory, and is asked for again at the next start; or in a file that only your user ' +
      'account can read, unencrypted. Installing a key store such as GNOME Keyring or KWallet is safer than either.',
    memory: 'Keep in memory',
    file: 'Keep in a file',
  },
  folder: { title: 'Choose where the folder is made', save: 'Save here' },
  cannotStart: 'Patchbay cannot start',
  hasToClose: {
    title: 'Patchbay has to close',
    detail:
      'Something went wrong inside Patchbay. Edits that were shown as saved are on this computer: open Patchbay again to go on.',
  },
};

const german: DesktopWords = {
  menu: {
    file: '&Datei',
    edit: '&Bearbeiten',
    view: '&Ansicht',
    run: 'A&usführen',
    window: '&Fenster',
    help: '&Hilfe',
    close: 'Fenster schließen',
    quit: 'Beenden',
    information: 'Über Patchbay',
    services: 'Dienste',
    hide: 'Patchbay ausblenden',
    hideApps: 'Andere ausblenden',
    showAll: 'Alle einblenden',
    minimize: 'Minimieren',
    zoom: 'Zoomen',
    allToFront: 'Alle nach vorne bringen',
    fullScreen: 'Vollbild',
    developerTools: 'Entwicklerwerkzeuge',
  },
  keyStore: {
    title: 'Wo der API-Schlüssel bleibt',
    message: 'Dieser Computer hat keinen Schlüsselbund.',
    detail:
      'Der Schlüssel kann im Arbeitsspeicher bleiben und wird dann beim nächsten Start erneut erfragt; oder in einer Datei, ' +
      'die nur das eigene Benutzerkonto lesen kann, unverschlüsselt. Sicherer als beides ist ein Schlüsselbund wie GNOME Keyring oder KWallet.',
    memory: 'Im Arbeitsspeicher behalten',
    file: 'In einer Datei behalten',
  },
  folder: { title: 'Auswählen, wo der Ordner entsteht', save: 'Hier speichern' },
  cannotStart: 'Patchbay kann nicht starten',
  hasToClose: {
    title: 'Patchbay muss schließen',
    detail:
      'In Patchbay ging etwas schief. Änderungen, die als gespeichert angezeigt wurden, sind auf diesem Computer: Patchbay wieder öffnen, um weiterzuarbeiten.',
  },
};

const WORDS: Readonly<Record<Language, MenuWords>> = {
  en: { ...english, commands: englishCommandWords },
  de: { ...german, commands: germanCommandWords },
};

/** @param locale the language of the pages, as a tag such as `de-CH`. */
export const desktopWords = (locale: string): MenuWords => WORDS[languageOf(locale)];
