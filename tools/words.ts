// Checks that the repository is only about the product, and not about its authors, their machines or their conversations. Also checks that
// it uses plain words.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fail } from './report.ts';
import { root } from './root.ts';

/** A refused word: its pattern, a sample line that the pattern must match, and the replacement or the reason for the refusal. */
interface RefusedWord {
  pattern: RegExp;
  sample: string;
  comment: string;
}

const strangers: RefusedWord[] = [
  {
    pattern: /(^|[\s"'`(=:])\/(home|root|Users|work\w*)\//,
    sample: 'see /home/ada/x',
    comment: 'a path of one machine',
  },
  {
    pattern: /\b(claude|chatgpt|anthropic|copilot|llms?)\b/i,
    sample: 'as claude',
    comment: 'a tool of the author, not of the product',
  },
  {
    pattern: /\b(coding|ai|sub|other|another|parallel)[- ]?agents?\b/i,
    sample: 'the other agent',
    comment: 'talk about authors',
  },
  {
    pattern: /\b(another|other|previous|earlier|fellow) (session|engineer)s?\b/i,
    sample: 'another engineer',
    comment: 'talk about authors',
  },
  {
    pattern: /(^|[^\w/.-])(decisions|interface|pitfalls)\.md\b|\bthe brief\b/i,
    sample: 'see decisions.md',
    comment: 'a document that is not here',
  },
  { pattern: /\bissue #?\d+/i, sample: 'issue #12', comment: 'a tracker entry: give the reason itself' },
  {
    pattern: /\b(TODO|FIXME|XXX|HACK)\b/,
    sample: 'TODO',
    comment: 'a note to oneself: do it, or write a decision',
  },
];

/** Words that a reader would have to translate, each with its technical term (docs/glossary.md). */
const homelyWords: RefusedWord[] = [
  { pattern: /\bwish(es)?\b/i, sample: 'empty ones on wish', comment: 'request, options; on request' },
  { pattern: /\bnote[A-Z]\w*\(/, sample: 'noteRequest(seen)', comment: 'record…' },
  {
    pattern: /\bclass (?!\w*Error\b)\w+(<[^>]*>)? extends \w*Error\b/,
    sample: 'class JobLost extends Error {}',
    comment: 'the name of an error class ends in Error',
  },
  { pattern: /\bmost[A-Z]\w*/, sample: 'const mostIds = 100', comment: 'max…' },
  {
    pattern: /(\/\*\*|\/\/|\*) (For so|So) (many|long|often)\b/,
    sample: '/** So many ids',
    comment: 'a limit, a timeout',
  },
  {
    pattern: /\b(some|no)body\b(?!["'`])/i,
    sample: 'somebody looks at it',
    comment: 'a caller, a user, no request',
  },
  { pattern: /\bwho(so)?ever\b/i, sample: 'Whoever polls', comment: 'a caller, a poll, a process' },
  { pattern: /\bmend(s|ed|ing)?\b/i, sample: 'mend the file', comment: 'fix' },
  // Allowed for products, such as hand-picked olives and handmade cups.
  { pattern: /(?<!picked |cup )\bby hand\b/i, sample: 'edited by hand', comment: 'manually' },
  { pattern: /\b(stands? back|(makes?|gives?) way)\b/i, sample: 'it stands back', comment: 'yields' },
  { pattern: /\btaken for\b/i, sample: 'never taken for the end', comment: 'treated as' },
  { pattern: /\bputs? back\b/i, sample: 'is put back', comment: 'restore, return to the queue' },
  { pattern: /\bover there\b/i, sample: 'the id over there', comment: 'channel reference, target system' },
  {
    pattern: /\b(works?|working) for (a|an|the|one|no|more|several|this|that|which) clients?\b/i,
    sample: 'who works for a client',
    comment: 'belongs to, is a member of',
  },
  { pattern: /\b(the like|alike)\b/i, sample: 'two ids that look alike', comment: 'similar, equal' },
  { pattern: /\b(un)?met\b/i, sample: 'the condition is met', comment: 'satisfied; found' },
  { pattern: /\bfared\b/i, sample: 'how it fared', comment: 'outcome, result' },
  { pattern: /\bdoomed\b/i, sample: 'doomed products', comment: 'to be deleted' },
  { pattern: /\b(unsaid|sayBegun|told (of|to the))\b/i, sample: 'is told of it', comment: 'report, notify' },
  { pattern: /\b(takes?|taken) up\b/i, sample: 'takes up a job', comment: 'claims' },
  { pattern: /\bwhat is due\b/i, sample: 'takes what is due', comment: 'due jobs' },
  { pattern: /\bpassages?\b/i, sample: 'each passage', comment: 'stage' },
  { pattern: /\b(reap(s|ed|er|ing)?|beats?)\b/i, sample: 'the job has a beat', comment: 'heartbeat; expire' },
  {
    pattern: /\b(of those that|such one)\b/i,
    sample: 'of those that match',
    comment: 'a relative clause: that, which has',
  },
  { pattern: /\bfor good\b/i, sample: 'kept for good', comment: 'permanently' },
  { pattern: /\b(bad day|under way)\b/i, sample: 'an import under way', comment: 'running, in progress; with faults' },
];

/**
 * Returns true if a file is exempt from the check for homely words. Released migrations are never edited, and the example catalogue is
 * data.
 */
const isExempt = (file: string) => /^packages\/server\/(migrations|example)\//.test(file);

const refused = [...strangers, ...homelyWords];
for (const { pattern, sample } of refused)
  if (!pattern.test(sample)) fail(`the pattern ${pattern} no longer finds '${sample}'`);

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root });
const files = listed
  .toString()
  .split('\0')
  .filter((file) => file !== '' && existsSync(`${root}/${file}`));
const read = files.filter((file) => file !== 'tools/words.ts' && file !== 'package-lock.json');

let found = 0;
for (const file of read) {
  const text = readFileSync(`${root}/${file}`);
  if (text.includes(0)) continue; // a binary file
  for (const [index, line] of text.toString().split('\n').entries()) {
    const word = (isExempt(file) ? strangers : refused).find(({ pattern }) => pattern.test(line));
    if (word === undefined) continue;
    found += 1;
    console.log(`${file}:${index + 1} ${word.comment}: ${line.trim().slice(0, 160)}`);
  }
}
if (found > 0) fail(`${found} line(s) have a refused word`);
