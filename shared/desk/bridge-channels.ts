/** The only channels between a page and the desktop process. Apart from the schemas, so that the bridge stays small. */

/** Page to desktop process; each is answered. */
export const bridgeCallNames = [
  'patchbay:menu-state',
  'patchbay:save-file',
  'patchbay:save-folder',
  'patchbay:open-file',
  'patchbay:prepare-drag',
  'patchbay:start-drag',
  'patchbay:notify',
  'patchbay:open-external',
  'patchbay:theme',
  'patchbay:title',
  'patchbay:progress',
  'patchbay:call-desk',
] as const;
export type BridgeCall = (typeof bridgeCallNames)[number];

/** Desktop process to page: a chosen menu item; a place to go (deep link, notification). */
export const bridgeMessages = { command: 'patchbay:command', navigate: 'patchbay:navigate' } as const;
