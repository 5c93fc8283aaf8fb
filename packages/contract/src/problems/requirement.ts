/** A requirement that the contract sets for a parameter or a property of a body, as data. */
export type Requirement =
  | { rule: 'one-of' | 'one-of-few'; values: readonly string[] }
  | { rule: 'whole-number'; min: number; max: number }
  | { rule: 'max-items' | 'min-characters' | 'max-characters'; limit: number }
  | { rule: PlainRule };

const plainRules = {
  'true-or-false': 'must be true or false',
  time: 'must be a time like 2026-01-31T12:00:00Z',
  'time-of-day': 'must be a time like 06:30',
  'time-zone': 'must be an IANA time zone like Europe/Berlin',
  storable: 'must contain neither the character U+0000 nor half of a surrogate pair',
  'no-null-character': 'must not contain the character U+0000',
  'not-empty': 'must not be empty',
  'not-blank': 'must contain a visible character',
  'one-line': 'must be one line without control characters',
  'header-text': 'must contain only visible ASCII characters, because it is sent in a header',
  once: 'must be given only once',
  'media-type': 'must be a media type such as image/png',
  'thumbnail-size': 'must be small, medium, large or a number of pixels',
  slug: 'must be 1 to 63 letters, digits, ".", "_" or "-", beginning with a letter',
  'lower-case-slug': 'must be 1 to 63 lower-case letters, digits, ".", "_" or "-", beginning with a letter or digit',
  'not-channels': 'must not be "channels", which is part of an address',
  'not-part-of-address': 'must not be "attributes" or "changes", which are parts of an address',
  'http-url': 'must be an http or https URL',
  email: 'must be an e-mail address',
  domain: 'must be a domain such as example.com',
  'no-repetition': 'must not name anything twice',
  'own-path': 'must be a path of this service, beginning with "/"',
  'submission-id': 'must be the id of a submission',
  'address-range': 'must be an IP address or a range such as 192.0.2.0/24',
  'channel-state':
    'must be the id of a channel, ":" and Progress, Ready, Submitted, Accepted, Returned, Rejected or Withdrawn',
  outcome: 'must be the id of a channel, ":" and ready, incomplete, invalid, unmapped or checking',
  'one-scope': 'must contain at least one scope',
  'ids-or-filter': 'must name products either by productIds or by filter',
  'ids-or-choice': 'must be a list of product ids, or an object with either productIds or filter',
  'expected-with-filter': 'must not have expected without filter',
  'no-empty-list': 'must not have an empty list; leave a condition out if there is none',
  'all-said': 'must choose products by a condition, by expected, or by "all": true together with an empty filter',
  'all-without-condition': 'must not have a condition together with "all": true',
  'except-without-ids': 'must not have except together with productIds',
  'no-path-step': 'must not be "." or "..", which cannot be part of an address',
  'folder-path': 'must be a path like acme/prices, without empty parts, "." or ".."',
  'feed-alone': 'must not be given with a mapping or answers, because the columns of a feed are known',
  'as-of-with-filter': 'must not have asOf without filter',
} as const;
export type PlainRule = keyof typeof plainRules;
export const plainRuleNames = Object.keys(plainRules) as [PlainRule, ...PlainRule[]]; // the type of Object.keys does not contain the names

function few(values: readonly string[]): string {
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}

/** Returns the end of an English sentence that starts with the name of the parameter or property. */
export function requirementSentence(requirement: Requirement): string {
  switch (requirement.rule) {
    case 'one-of':
      return `must be one of ${requirement.values.join(', ')}`;
    case 'one-of-few':
      return `must be ${few(requirement.values)}`;
    case 'whole-number':
      return `must be a whole number from ${requirement.min} to ${requirement.max}`;
    case 'max-items':
      return `must have at most ${requirement.limit.toLocaleString('en')} entries`;
    case 'min-characters':
      return `must have ${requirement.limit} characters or more`;
    case 'max-characters':
      return `must have ${requirement.limit} characters or fewer`;
    default:
      return plainRules[requirement.rule];
  }
}

/** Requirements by their sentences, because a schema error can contain only a string. */
const bySentence = new Map<string, Requirement>();

/** Registers a requirement and returns its English sentence, for use as the error of a schema. */
export function must(requirement: Requirement | PlainRule): string {
  const whole = typeof requirement === 'string' ? { rule: requirement } : requirement;
  const sentence = requirementSentence(whole);
  bySentence.set(sentence, whole);
  return sentence;
}

/** Returns the requirement that belongs to a schema's error message, or undefined for errors of the schema library. */
export const requirementOf = (sentence: string): Requirement | undefined => bySentence.get(sentence);
