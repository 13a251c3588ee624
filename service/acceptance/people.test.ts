import { describeDisabledPeople } from './disabled-people-cases.ts';
import { describeInvitations } from './invitation-cases.ts';
import { describePeople } from './people-cases.ts';
import { describePersonLimits } from './person-limit-cases.ts';

describePeople('in-process');
describeInvitations('in-process');
describeDisabledPeople('in-process');
describePersonLimits('in-process');
