import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const source = new URL('../../src/', import.meta.url);

/** Forms whose input may be lost without a question, and why. */
const exceptions: Record<string, string> = {
  'links/forgot-password-page.tsx': 'an e-mail address, before signing in',
  'links/invitation-forms.tsx': 'a name and a password, before signing in',
  'links/password-page.tsx': 'a password, before signing in',
  'products/filter/condition-popover.tsx': 'a filter, which is not stored',
  'session/password-form.tsx': 'passwords',
  'session/provider-email-form.tsx': 'an e-mail address, before signing in',
  'session/sign-in-page.tsx': 'a password, before signing in',
  'session/signed-out-dialog.tsx': 'a password',
  'settings/password-dialog.tsx': 'a password',
  'settings/second-factor-setup.tsx': 'a code that is valid for seconds',
  'settings/tenancy/client-deletion-dialog.tsx': 'the id of the client, which confirms its deletion',
  'submit/submit-form.tsx': 'guarded by submit/submit-dialog.tsx',
};

const forms = globSync('**/*.tsx', { cwd: source })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path !== 'ui/dialog.tsx')
  .map((path) => ({ path, text: readFileSync(new URL(path, source), 'utf8') }))
  .filter(({ text }) => /<form\b|component="form"/.test(text));

test('every form asks before its input is lost', () => {
  assert.ok(forms.length > 20, String(forms.length));
  const isGuarded = (text: string) => /<FormDialog\b|useUnsaved\(|useAttributeEdit\(/.test(text);
  const unguarded = forms.filter(({ path, text }) => !isGuarded(text) && exceptions[path] === undefined);
  assert.deepEqual(
    unguarded.map(({ path }) => path),
    [],
  );
});

test('the exceptions are forms without a guard', () => {
  const paths = new Set(forms.map(({ path }) => path));
  assert.deepEqual(
    Object.keys(exceptions).filter((path) => !paths.has(path)),
    [],
  );
});
