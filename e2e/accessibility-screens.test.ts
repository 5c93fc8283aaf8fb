import { judgeScreens } from './support/accessible-screens.ts';

judgeScreens();
