export * from './area-keys.ts';
export * from './command-palette.tsx';
export * from './hotkeys.ts';
export * from './registry.ts';
export * from './use-commands.ts';
