import type { weekdays } from '@pimento/contract';

export type Weekday = (typeof weekdays)[number];
