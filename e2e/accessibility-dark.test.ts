import { judgeEveryScreen } from './support/accessible-screens.ts';

judgeEveryScreen('dark');
