import { describePeople } from './people-cases.ts';

describePeople('in-process');
