import { describe } from 'vitest';
import { describeService } from './describe-service.ts';

describe('service, in process', () => {
  describeService('in-process');
});
