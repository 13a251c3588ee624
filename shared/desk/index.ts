export * from './journal.ts';
export * from './schemas.ts';
export * from './version-schemas.ts';
export * from './routes.ts';
export * from './commands.ts';
export * from './bridge.ts';
export * from './host.ts';
export * from './bridge-channels.ts';
