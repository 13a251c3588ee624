import type { Translated } from '../translated.ts';
import type { editorModel as english } from '../english/editor-model.ts';

export const editorModel: Translated<typeof english> = {
  clip: {
    clipboardNoNodes: 'In der Zwischenablage sind keine Knoten.',
    clipboard: 'Was in der Zwischenablage ist',
    copyFewerNodesTime: 'Weniger Knoten auf einmal kopieren.',
    noLabel: 'kein Knoten hat das hier',
    copiedNodesCannotRead: (path, reason) =>
      `Die kopierten Knoten sind nicht lesbar (${path}: ${reason}). Noch einmal kopieren.`,
    copiedNodesLieMove:
      'Die kopierten Knoten liegen zu weit auseinander. Näher zusammenrücken und noch einmal kopieren.',
  },
  editorStore: {
    lockedUnlockFirst: 'Gesperrt. Zuerst entsperren.',
  },
};
