import { problem } from '@pimento/contract/problem';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { PimentoError } from '../../platform/index.ts';

/** Facts about a person that an attacker may know. */
interface PersonFacts {
  email: string;
  name: string;
}

/** The minimum strength of a password on a scale from 0 (guessed immediately) to 4. At 3, a password needs 100 million guesses or more. */
const minScore = 3;

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Loads the estimator with its list of 49,000 frequent passwords on first use, because most processes never need these 24 MB. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new Factory({ dictionary, graphs: adjacencyGraphs });
}

function getEstimator(): Promise<ZxcvbnFactory> {
  estimator ??= loadEstimator();
  return estimator;
}

/** Returns the words that make a password easy to guess. These are the words of the e-mail address and the name, and "pimento". */
function personalWords({ email, name }: PersonFacts): string[] {
  const words = [email, name, ...email.split(/[^\p{L}\p{N}]+/u), ...name.split(/\s+/)];
  return [...new Set(words.map((word) => word.toLowerCase()).filter((word) => word.length > 2)), 'pimento'];
}

/**
 * Returns the reason why a new password is rejected. Takes at most 70 ms (128 characters) once the estimator is loaded.
 * @returns undefined if the password is strong enough
 */
export async function findWeakness(
  password: string,
  person: PersonFacts,
): Promise<'guessable' | 'personal' | undefined> {
  const { score, sequence } = (await getEstimator()).check(password, personalWords(person));
  if (score >= minScore) return undefined;
  const isPersonal = sequence.some((match) => 'dictionaryName' in match && match.dictionaryName === 'userInputs');
  return isPersonal ? 'personal' : 'guessable';
}

/** @throws PimentoError weak-password */
export async function requireStrongPassword(password: string, person: PersonFacts): Promise<void> {
  const kind = await findWeakness(password, person);
  if (kind !== undefined) throw new PimentoError(problem('weak-password', { kind }));
}
