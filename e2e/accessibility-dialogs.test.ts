import { judgeDialogs } from './support/accessible-screens.ts';

judgeDialogs();
