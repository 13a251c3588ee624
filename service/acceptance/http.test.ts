import { describe } from 'vitest';
import { describeService } from './describe-service.ts';

describe('service, over HTTP', () => {
  describeService('http');
});
