import { judgeEveryScreen } from './accessible-screens.ts';

judgeEveryScreen('light');
