import { describeFuzz } from './describe-fuzz.ts';

describeFuzz(5000, 20_261_122);
