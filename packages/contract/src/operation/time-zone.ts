import { z } from 'zod';
import { must } from '../problems/requirement.ts';

function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Schema of the name of a time zone, such as Europe/Berlin. */
export const timeZone = z.string().max(100).refine(isTimeZone, must('time-zone'));
