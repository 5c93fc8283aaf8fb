// The repository speaks of the product alone: not of who wrote it, on which machine, or after which conversation.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fail } from './report.ts';
import { root } from './root.ts';

const strangers: { pattern: RegExp; comment: string }[] = [
  { pattern: /(^|[\s"'`(=:])\/(work|tmp\/brief)\//, comment: 'a path of one machine' },
  { pattern: /\b(claude|chatgpt|anthropic|copilot|llms?)\b/i, comment: 'a tool of the author, not of the product' },
  { pattern: /\b(coding|ai|sub|other|another|parallel)[- ]?agents?\b/i, comment: 'talk about authors' },
  { pattern: /\b(another|other|previous|earlier|fellow) (session|engineer)s?\b/i, comment: 'talk about authors' },
  {
    pattern: /(^|[^\w/.-])(decisions|interface|pitfalls)\.md\b|\bthe brief\b/i,
    comment: 'a document that is not here',
  },
  { pattern: /\bissue #?\d+/i, comment: 'a tracker entry: say the reason itself' },
  { pattern: /\b(TODO|FIXME|XXX|HACK)\b/, comment: 'a note to oneself: do it or write the decision down' },
];

const samples = [
  'see /work/x',
  'as claude',
  'the other agent',
  'another engineer',
  'see decisions.md',
  'issue #12',
  'TODO',
];
strangers.forEach(({ pattern }, place) => {
  if (!pattern.test(samples[place] ?? '')) fail(`the pattern ${pattern} no longer finds '${samples[place]}'`);
});

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
    const stranger = strangers.find(({ pattern }) => pattern.test(line));
    if (stranger === undefined) continue;
    found += 1;
    console.log(`${file}:${index + 1} ${stranger.comment}: ${line.trim().slice(0, 160)}`);
  }
}
if (found > 0) fail(`${found} line(s) speak of something else than the product`);
