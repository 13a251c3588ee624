export * from './models.ts';
export * from './rows.ts';
export * from './templates.ts';
