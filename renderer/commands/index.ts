/** What a person can ask for: handlers, keys, menus and the palette of the command table. */
export * from './command-button.tsx';
export * from './command-icon.tsx';
export * from './command-menu.tsx';
export * from './command-palette.tsx';
export * from './key-commands.ts';
export * from './key-map.ts';
export * from './models-button.tsx';
export * from './ask-again-button.tsx';
export * from './native-menu.ts';
export * from './registry.ts';
export * from './use-commands.ts';
