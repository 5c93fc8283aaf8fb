import type { z } from 'zod';

/** Maximum number of characters of a value that a message shows. */
const maxShown = 80;
const numberNames: Record<string, string | undefined> = { int: 'a whole number', number: 'a number' };

/**
 * Describes why a setting is invalid, as the end of a sentence such as `must be a whole number, not "abc"`. Only values that should be
 * numbers are shown, because other settings can contain passwords.
 * @param value the value of the environment variable
 */
export function describeSettingFault(issue: z.core.$ZodIssue, value: string): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${numberNames[issue.expected] ?? issue.expected}, not ${JSON.stringify(value.slice(0, maxShown))}`;
    case 'too_small':
      return limited(issue.message, `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`);
    case 'too_big':
      return limited(issue.message, `must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}`);
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      if (issue.format === 'url') return 'must be a URL such as https://pim.example.com';
      return 'prefix' in issue ? `must begin with "${String(issue.prefix)}"` : issue.message;
    default:
      return issue.message;
  }
}

/**
 * Returns the message of Pimento's schema for a limit, or `sentence` if the schema has none and the message comes from the schema library.
 */
const limited = (message: string, sentence: string) => (message.startsWith('must ') ? message : sentence);
