/**
 * How one kind of problem is said in a language: at least in general, and exactly where the service's sentence holds what it is about.
 * The groups of the pattern are what the exact sentence is made of.
 */
export interface ProblemPhrase {
  general: string;
  exact?: [pattern: RegExp, say: (...found: string[]) => string][];
}
