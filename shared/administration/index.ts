export * from './audit.ts';
export * from './files.ts';
export * from './models.ts';
export * from './people.ts';
export * from './rows.ts';
export * from './runs.ts';
export * from './team.ts';
export * from './templates.ts';
