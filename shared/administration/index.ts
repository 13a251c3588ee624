export * from './models.ts';
export * from './rows.ts';
