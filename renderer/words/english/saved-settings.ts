import { pluralForm } from '../forms.ts';

/** What people read in `renderer/saved/settings`, by the file that shows it. */
export const savedSettings = {
  filesNeeded: '. Files that the graph uses have to be there.',
  ofProject: ' of ',
  readSettings: {
    settingsFile: 'The settings in this file',
    addFile: 'Add it as a file.',
  },
  savedSettingsDialog: {
    carriesSettings: 'carries the settings that made it.',
    leftOut: (count: number): string =>
      pluralForm(count, [
        '# value was left out when it was saved: keys, signed addresses or places on a computer.',
        '# values were left out when it was saved: keys, signed addresses or places on a computer.',
      ]),
    openCreated: 'Open what made it?',
    addFile: 'Add as file',
    positionGraph: 'Place in this graph',
    openNewProject: 'Open as a new project',
    addFileCanvasGraph:
      '“Add as file” puts the file alone on the canvas. “Place in this graph” puts the nodes that made it beside yours and changes none of them.',
    openNewProjectMakes: '“Open as a new project” makes a project in ',
    newProject: 'A new project is made in ',
    someInputsMayHad: 'Some inputs may have had other values when it was made.',
    anOutput: 'An output',
    version: (version: number): string => `, version ${version}`,
  },
  settingsDrop: {
    settingsCannot: 'Its settings cannot be opened',
    fileCarriesNoSettings: 'This file carries no settings',
    workDropCanvasProject: 'To work with it, drop it on the canvas of a project, on a shot or on a timeline.',
  },
} as const;
