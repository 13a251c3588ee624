export * from './endpoint.ts';
export * from './endpoints.ts';
export * from './answer-limits.ts';
export * from './client.ts';
export * from './match.ts';
export * from './schemas/index.ts';
export * from './patch-operation-names.ts';
