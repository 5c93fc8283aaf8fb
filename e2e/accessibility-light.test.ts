import { judgeEveryScreen } from './support/accessible-screens.ts';

judgeEveryScreen('light');
