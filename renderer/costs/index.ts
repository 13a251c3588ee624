/** What a start is expected to cost, and the question before one above a person's limit. */
export { useCostQuestion } from './cost-question.tsx';
export { costOf, costOfBatch, useCost, type CostlyWork, type RunsOfBatch } from './cost-of.ts';
