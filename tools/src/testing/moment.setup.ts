import { setMoment } from './moment.ts';

// Every file of tests starts at the same moment, also those that run late.
setMoment();
