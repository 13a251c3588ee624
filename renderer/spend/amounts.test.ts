import { describe, expect, test } from 'vitest';
import type { PublicProjectSpendSummary } from '#shared/api/index.ts';
import { chargeLabel, chargesAsCsv, exactCredits, nodesAsCsv, sharesOf } from './amounts.ts';

const spend: PublicProjectSpendSummary = {
  projectId: 'prj_1',
  totalCredits: 2,
  totalMicrocredits: '2000001',
  byChargeType: {},
  byChargeTypeMicrocredits: {},
  byProvider: {},
  byProviderMicrocredits: { openai: '1', local: '2000000' },
  byNode: [
    {
      nodeId: 'n1',
      nodeTitle: 'Say "hi", twice',
      billedRuns: 2,
      credits: 2,
      microcredits: '2000001',
      nodeType: 'ai/text',
      lastUsedAt: null,
    },
  ],
  recentRuns: [
    {
      id: 'c1',
      chargeType: 'run',
      nodeId: 'n1',
      nodeTitle: '=HYPERLINK("x")',
      credits: 0,
      microcredits: '1',
      reason: 'two\nlines',
    },
  ],
};

describe('exact amounts', () => {
  test.each([
    ['0', '0'],
    ['1', '0.000001'],
    ['1500000', '1.5'],
    ['-250000', '−0.25'],
    ['9007199254740993000001', '9,007,199,254,740,993.000001'],
    ['no number', '–'],
  ])('%s microcredits are %s credits', (microcredits, text) => expect(exactCredits(microcredits)).toBe(text));

  test('a kind of charge is written in letters', () => {
    expect(chargeLabel('model_call')).toBe('Model call');
  });

  test('shares come largest first, with their part of the whole', () => {
    const shares = sharesOf(spend.byProviderMicrocredits, spend.totalMicrocredits);
    expect(shares.map(({ name }) => name)).toEqual(['local', 'openai']);
    expect(shares[0]?.fraction).toBeCloseTo(1, 3);
    expect(sharesOf({ a: '0' }, '0')[0]?.fraction).toBe(0);
  });
});

describe('CSV', () => {
  test('quotes what needs it', () => {
    expect(nodesAsCsv(spend).split('\r\n')[1]).toBe('n1,"Say ""hi"", twice",ai/text,2,2,2000001,');
  });

  test.each([
    ['a;=1+1', `"a;'=1+1"`],
    [' =1', `' =1`],
    ['−x;@cmd', `"'−x;'@cmd"`],
    ['r\t=2', `"r\t'=2"`],
  ])('a title %j is disarmed as in the results of batches', (nodeTitle, written) => {
    const [node] = spend.byNode;
    expect(nodesAsCsv({ ...spend, byNode: [{ ...node!, nodeTitle }] })).toContain(`,${written},`);
  });

  test('a title cannot act as a formula, and line breaks stay in their cell', () => {
    const csv = chargesAsCsv(spend);
    expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
    expect(csv).toContain('"two\nlines"');
  });
});
