/** What people read in `renderer/connections`, by the file that shows it. */
export const connections = {
  connectionDialog: {
    edit: (name: string): string => `Edit ${name}`,
    addHostedService: 'Add a hosted service',
    keyComputerAddressOnly: 'The key stays on this computer and is sent to this address only.',
    addService: 'Add service',
    connectedTo: (name: string): string => `Connected to ${name}`,
    name: 'Name',
    studioAccount: 'Studio account',
    address: 'Address',
    providerGaveYouApi: 'As its provider gave it to you, without /api/v1 at the end.',
    apiKey: 'API key',
    savedEnds: (keyHint: string): string => `Saved, ends in ${keyHint}`,
    leaveEmptyKeepKey: 'Leave it empty to keep the key.',
    notUseYetUse: 'It is not in use yet: choose Use under Connections.',
    wasAdded: (name: string): string => `${name} was added`,
    addedButTestFailed: (name: string): string => `${name} was added, but its test failed`,
    addedNotTested: (name: string): string => `${name} was added, not tested`,
    notUseYetTest: 'It is not in use yet. Test it under Connections, then choose Use.',
  },
  connectionNeeds: {
    needsApiKeyRetry: (name: string): string => `${name} needs its API key again`,
    savedKeyCannotRead: 'The saved key cannot be read on this computer, or the service no longer accepts it.',
    enterKey: 'Enter the key',
    couldNotStarted: 'It could not be started',
    localServiceNotRunning: 'The local service is not running',
    yourProjectsComputerSafe: 'Your projects are on this computer and safe.',
    startIt: 'Start it',
  },
  connectionSwitcher: {
    needsKey: 'Needs its key',
    unexpected: 'Unexpected answer',
    noTested: 'Not tested',
    onThisComputer: 'On this computer',
    hostedService: 'Hosted service',
    notOpen: (name: string): string => `${name} was not opened`,
    addHostedService: 'Add a hosted service…',
    manageConnections: 'Manage connections',
  },
  connectionsPage: {
    localWorkspaceKeepsRuns:
      'The local workspace keeps and runs projects on this computer. A hosted service does the same elsewhere, with your account and key.',
    addHostedService: 'Add a hosted service',
    connectionsCouldNotRead: 'The connections could not be read',
    inUse: 'In use',
    onThisComputer: 'On this computer',
    keyEnds: (keyHint: string): string => ` · key ends in ${keyHint}`,
    enterKey: 'Enter the key',
    test: 'Test',
    apply: 'Use',
    actionsFor: (name: string): string => `Actions for ${name}`,
    edit: 'Edit…',
    remove: 'Remove…',
    remove2: (name: string): string => `Remove ${name}?`,
    keyDeletedFromComputer:
      'Its key is deleted from this computer. Projects on the service stay; changes not yet sent there are lost.',
    wasRemoved: (name: string): string => `${name} was removed`,
    removeConnection: 'Remove connection',
  },
  key: {
    keysHostedServicesStored: 'Keys of hosted services are stored in the system’s keyring.',
    keysHostedServicesStored2:
      'Keys of hosted services are stored in a file that the system’s key store has sealed.',
    keysHostedServicesStored3: (becauseOf: string): string =>
      `Keys of hosted services are stored in a file only you can read, because this system offers no keyring${becauseOf}.`,
    keysHostedServicesMemory: (becauseOf: string): string =>
      `Keys of hosted services are held in memory and asked for again at the next start, because this system offers no keyring${becauseOf}.`,
    keysHostedServicesStored4:
      'Keys of hosted services are stored in the system’s keyring, or in a file only you can read where the system offers none.',
  },
  testResult: {
    readNodeTypes: 'read node types',
    viewBalance: 'see the balance',
    credits: (creditAmount: string): string => `${creditAmount} credits`,
    keyMayDo: 'What the key may do',
    mayNot: 'may not',
  },
} as const;
