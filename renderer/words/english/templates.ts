/** Templates, and calling them from elsewhere. */
export const templates = {
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
};
