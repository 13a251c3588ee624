import { number } from '../forms.ts';

/** Templates, and calling them from elsewhere. */
export const templates = {
  manageTemplate: {
    managesItself: (name: string): string =>
      `${name} publishes its templates and makes their keys itself: its API has no call for it.`,
  },
  /** @param isLocal the service runs on this computer */
  callable: (isLocal: boolean) =>
    isLocal ? 'On this computer, with the form’s own key' : 'From anywhere, with the form’s own key',
  reach: (isLocal: boolean) =>
    isLocal
      ? 'Programs on this computer can call this address while Patchbay runs. It stays the same when Patchbay is started again, unless another program has taken its port. Other computers cannot reach it.'
      : 'Anybody who has the key can call this address.',
  /** @param hasKey null where the service does not say */
  key: (hasKey: boolean | null) =>
    hasKey === false
      ? 'This form has no key yet. Make one under Keys and calls.'
      : 'The key belongs to this form alone and is shown only when it is made. Renew key makes another one, which replaces it.',
  published: 'It can be run as a form on the page Templates. Programs can call it, too, with this key.',
  keyOnce:
    'Copy the key now: it is shown only this once. Renew key on the page of the template makes another one.',
  openAsProject: 'Open as a project',
  aboutOpening: 'Makes a project of your own from this template, with what is filled in here.',
  notOpened: 'The project was not made',
  /** Of an input whose value no output depends on. */
  reachesNothing: 'reaches no output',
  resultPlace: 'Outputs appear here',
  /** What it costs stands on the button, where it costs something. */
  noResult: 'Fill in the inputs and run.',
  copyText: {
    copied: (label: string): string => `${label} copied`,
    notCopied: (label: string): string => `${label} was not copied`,
    selectCopyKeyboard: 'Select it and copy it with the keyboard.',
  },
  pastRuns: {
    runsCouldNotRead: 'Earlier runs could not be read',
    runsComputer: 'Runs on this computer',
  },
  publishDialog: {
    thisService: 'This service',
    publishTemplate: 'Publish as a template',
    publishesTemplatesItself: (name: string): string => `${name} publishes templates itself`,
    doesNotAcceptTemplates:
      'It does not accept templates from here. Ask whoever runs the service, or export the project and publish it in the local workspace.',
    projectCouldNotRead: 'The project could not be read',
    fillInputsGetOutputs: 'Others fill in the inputs and get the outputs; the project itself stays yours.',
  },
  publishFields: {
    missingInputs: (names: string, count: number): string =>
      `${names} ${count === 1 ? 'is' : 'are'} no longer in the project, or something is plugged in there. Choose others, or publish without.`,
    noInputCallersCannot:
      'No input is chosen, so callers cannot change anything. Add an input above, or press again to publish without.',
    noChangesCallersThey: 'Nothing changes for callers: they get the results of the new state.',
    callersDifferent: 'For callers this is different:',
    publishAs: 'Publish as',
    newState: (name: string): string => `A new state of ${name}`,
    newTemplate: 'A new template',
    name: 'Name',
    category: 'Category',
    none: 'None',
    description: 'Description',
  },
  publishForm: {
    typeText: 'text',
    typePicture: 'picture',
    typeSound: 'sound',
    typeNumber: 'number',
    typeColor: 'color',
    typeChoice: 'choice',
    typeVideo: 'video',
    typeFile: 'file',
    typeAny: 'anything',
    yesNo: 'yes or no',
  },
  publishPanel: {
    inputOf: (name: string): string => `Input: ${name}`,
    outputOf: (name: string): string => `Output: ${name}`,
    publishTemplate: 'Publish as a template',
    projectCouldNotRead: 'The project could not be read',
    clickRoundMarksCanvas:
      'Click the round marks on the canvas to choose inputs and outputs, or find them by name below.',
  },
  publishPicture: {
    picture: 'Picture',
    none: 'None',
    picture2: (value: number): string => `Picture ${value}`,
    notUploaded: (name: string, problem: string): string => `${name} was not uploaded: ${problem}`,
    projectRunResultsCan: 'Once the project has run, its results can be chosen here, too.',
    pictureFile: 'Picture file',
    upload: 'Upload…',
  },
  publishPins: {
    inputs: 'Inputs',
    inputsEachCallProject: 'Without inputs, each call gives what the project gives.',
    addInput: 'Add an input',
    findInputPlugged: 'Find an input that nothing is plugged into',
    addOutput: 'Add an output',
    findOutput: 'Find an output',
  },
  publishRows: {
    showCanvas: (title: string): string => `Show ${title} on the canvas`,
    dragAnotherPosition: (label: string): string => `Drag ${label} to another place`,
    nameOf: (label: string): string => `Name of ${label}`,
    moveUp: (label: string): string => `Move ${label} up`,
    moveDown: (label: string): string => `Move ${label} down`,
    applyOut: (label: string): string => `Take ${label} out`,
    inputs: 'Inputs',
    required: 'Required',
    projectWhenEmpty: 'As in the project when empty',
    onByDefault: 'On by default',
    defaultOf: (label: string): string => `Default of ${label}`,
    default: 'Default',
  },
  runResult: {
    step: (index: number, count: number): string => `step ${index} of ${count}`,
    starting: 'Starting',
    stopped: 'Stopped',
    failed: 'Failed',
    complete: 'Done',
    running: 'Running',
    accepted: 'Accepted',
    pending: 'Waiting for its turn',
    progressRun: 'Progress of the run',
    runNoOutputs: 'The run made no outputs.',
    noFinished: 'Not finished',
    runFailed: 'The run failed.',
  },
  templateDetail: {
    formOf: (name: string): string => `Form: ${name}`,
    templateNoLongerExists: 'This template no longer exists',
    templateCouldNotRead: 'The template could not be read',
    deletedBelongsAnotherAccount: 'It was deleted, or it belongs to another account.',
    templateCannotRunYet: 'This template cannot be run yet',
    needsFormRunMake: 'It needs a form to run it by. Make one, or switch one on, below.',
    needsFormRunWhoever: 'It needs a form to run it by. Whoever runs the service can make one.',
    form: 'Form',
    formCouldNotRead: 'The form could not be read',
    run: 'Ways to run it',
    run2: 'Run here',
    result: 'Result',
    callFrom: 'Call from elsewhere',
    changed: ' · changed ',
  },
  templatesPage: {
    allTemplates: 'All templates',
    templates: 'Templates',
    searchTemplates: 'Search templates',
    onlyThoseCanRun: 'Only those that can be run',
    startingRunNeedsService: 'Starting a run needs the service.',
    templatesCouldNotRead: 'The templates could not be read',
    noTemplateFits: 'No template fits',
    typoLimit: (count: number): string =>
      `For typing errors only the newest ${number(count)} templates were looked through.`,
    showAllTemplates: 'Show all templates',
    showOverflowTemplates: 'Show more templates',
    noDescription: 'No description',
    noTemplatesYet: 'No templates yet',
    templateProjectInputsOutputs:
      'A template is a project with chosen inputs and outputs that others can run. Open a project, then choose File → Publish as a template…',
    templateProjectInputsOutputs2:
      'A template is a project with chosen inputs and outputs that others can run. This service publishes them itself.',
  },
  usePublishForm: {
    publish: 'Publish',
    publishInputs: 'Publish without inputs',
    viewChanges: 'See what changes',
    publishNewState: 'Publish the new state',
  },
};
