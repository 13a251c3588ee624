/** What people read in `renderer/editor/model`, by the file that shows it. */
export const editorModel = {
  clip: {
    clipboardNoNodes: 'The clipboard holds no nodes.',
    clipboard: 'What is on the clipboard',
    copyFewerNodesTime: 'Copy fewer nodes at a time.',
    noLabel: 'no node has this here',
    copiedNodesCannotRead: (path: string, reason: string): string =>
      `The copied nodes cannot be read (${path}: ${reason}). Copy them again.`,
    copiedNodesLieMove:
      'The copied nodes lie too far apart to be placed. Move them together and copy them again.',
  },
  editorStore: {
    lockedUnlockFirst: 'It is locked. Unlock it first.',
  },
} as const;
