/** `{command}` stands for the keys of a command. */
export const firstMinute = {
  hints: {
    add: 'Double-click the canvas, or press {editor.quick-add}, to add a node.',
    connect: 'Drag from a pin at the right of a node to one at the left of another.',
    run: 'Change a value, press Run, or {run.start}, and the nodes show what comes out.',
    /** Previews are on: nothing needs to be run for that. */
    runLive:
      'Change a value: the nodes show at once what comes out. Press Run, or {run.start}, to keep it under Outputs.',
  },
  takeTour: 'Take the tour',
  hideHints: 'Hide the hints',
  tour: {
    name: 'Tour',
    canvas: {
      title: 'The canvas',
      text: 'A node does one thing; wires carry what it made to the next. {view.fit} shows everything, {editor.find} finds a node.',
    },
    nodes: {
      title: 'Nodes and files',
      text: 'Drag a node from here onto the canvas, or onto a wire. Photos, films and sounds can be dropped on the canvas from outside.',
    },
    details: {
      title: 'Values and results',
      text: 'Select a node, and its values and results are here; most can be set on the node itself. Runs and History are beside it.',
    },
    run: {
      title: 'Run',
      text: 'Run makes what has changed and reuses the rest. While Live is on, previews follow as you type.',
    },
    saved: {
      title: 'Nothing is lost',
      text: 'Changes are saved as you make them. {edit.undo} takes them back, also after a restart. {help.open} opens Help.',
    },
  },
} as const;
