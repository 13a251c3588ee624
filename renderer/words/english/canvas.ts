/** The canvas, as it is said to screen readers and in passing. */
export const canvas = {
  label: (project: string) =>
    `Canvas of ${project}. Arrow keys walk between nodes, Tab adds one, Space looks at what the selected one made, Enter opens the inspector. Shift+Tab and F6 leave the canvas.`,
  nothingToLookAt: 'This node has nothing to look at yet. Tab adds a node behind it.',
  selectToLook: 'Select a node to look at what it made. Tab adds a node.',
  connect: {
    title: (node: string, pin: string) => `Connect ${node} · ${pin}`,
    description: (side: 'input' | 'output') =>
      `Pins that fit this ${side}, the free ones first. Enter takes the first.`,
    replaces: 'replaces a wire',
    isNeeded: 'has to be set',
    noneFits: 'No pin in this project fits. Tab on the canvas adds a node that does.',
    noneFound: (query: string) => `No pin that fits is called “${query}”.`,
  },
} as const;
