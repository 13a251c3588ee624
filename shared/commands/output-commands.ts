import type { CommandDescription } from './description.ts';

/** Files that were added, and what hidden outputs and inner nodes have, are not in the gallery. */
const NOT_STARRABLE = 'The gallery does not list this. Only what is listed there can have a star.';

/** Looking closely at outputs, and comparing them. */
export const outputCommands = {
  'output.ground': {
    title: 'Change what is behind the picture',
    icon: 'contrast',
    keys: { output: ['G'], compared: ['G'] },
    when: ({ viewedKind }) => viewedKind === 'image',
    handledBy: ['output', 'output-comparison'],
  },
  'output.copy-color': {
    title: 'Copy the color under the pointer',
    icon: 'pipette',
    keys: { output: ['P'] },
    when: ({ viewedKind }) => viewedKind === 'image',
    handledBy: ['output'],
  },
  'output.compare': {
    title: 'Compare with…',
    icon: 'columns-2',
    keys: { output: ['C'] },
    when: ({ viewedCount }) => viewedCount > 1,
    handledBy: ['output'],
  },
  'output.star': {
    title: 'Star the output',
    icon: 'star',
    keys: { output: ['S'] },
    checked: ({ viewedStarred }) => viewedStarred === true,
    when: ({ viewedStarred }) => viewedStarred !== null,
    unusable: NOT_STARRABLE,
    handledBy: ['output'],
  },
  'output.copy': {
    title: 'Copy the output',
    icon: 'copy',
    keys: { output: ['Mod+C'] },
    handledBy: ['output'],
  },
  'output.save': {
    title: 'Save the output as…',
    icon: 'file-down',
    keys: { output: ['Mod+S'] },
    handledBy: ['output'],
  },
  'output.open': {
    title: 'Open with the system',
    icon: 'external-link',
    keys: { output: ['O'] },
    handledBy: ['output'],
  },
  'output.details': {
    title: 'Output details',
    icon: 'panel-right-open',
    keys: { output: ['I'] },
    handledBy: ['output'],
  },
  'player.toggle': {
    title: 'Play or pause',
    icon: 'play',
    keys: { output: ['Space'], compared: ['Space'], player: ['Space'] },
    handledBy: ['player'],
  },
  'player.previous-frame': {
    title: 'One frame back',
    icon: 'arrow-left-to-line',
    keys: { output: [','], compared: [','], player: [','] },
    repeats: true,
    handledBy: ['player'],
  },
  'player.next-frame': {
    title: 'One frame on',
    icon: 'step-forward',
    keys: { output: ['.'], compared: ['.'], player: ['.'] },
    repeats: true,
    handledBy: ['player'],
  },
  'player.loop': {
    title: 'Play again and again',
    icon: 'repeat',
    keys: { output: ['L'], compared: ['L'], player: ['L'] },
    handledBy: ['player'],
  },
  'player.mute': {
    title: 'Sound on or off',
    icon: 'volume-x',
    keys: { output: ['M'], compared: ['M'], player: ['M'] },
    handledBy: ['player'],
  },
  'compare.side-by-side': {
    title: 'Compare side by side',
    icon: 'columns-2',
    keys: { compared: ['S'] },
    when: ({ comparedKind }) => comparedKind !== null,
    handledBy: ['output-comparison'],
  },
  'compare.slider': {
    title: 'Compare with a slider',
    icon: 'move',
    keys: { compared: ['W'] },
    when: ({ comparedKind }) => comparedKind === 'image',
    handledBy: ['output-comparison'],
  },
  'compare.blink': {
    title: 'Compare by blinking',
    icon: 'blocks',
    keys: { compared: ['B'] },
    when: ({ comparedKind }) => comparedKind === 'image',
    handledBy: ['output-comparison'],
  },
  'compare.difference': {
    title: 'Show the difference',
    icon: 'contrast',
    keys: { compared: ['D'] },
    when: ({ comparedKind }) => comparedKind === 'image' || comparedKind === 'text',
    handledBy: ['output-comparison'],
  },
} as const satisfies Record<string, CommandDescription>;
