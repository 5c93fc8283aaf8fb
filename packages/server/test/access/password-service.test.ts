import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findWeakness } from '../../src/access/credentials/password-service.ts';

const person = { email: 'margarethe.schulz@example.com', name: 'Margarethe Schulz' };

test('passwords made of names, e-mail addresses, sequences, repetitions and frequent passwords are weak, unrelated words are not', async () => {
  const verdicts = {
    'margarethe.schulz@example.com': 'personal',
    Margarethe2026: 'personal',
    schulzschulz: 'personal',
    pimentopimento: 'personal',
    qwertyuiopas: 'guessable',
    abcdefghijklmnop: 'guessable',
    passwordpassword: 'guessable',
    iloveyou1234: 'guessable',
    'velvet-otter-canyon-42': undefined,
    '4b8e2f6a9c1d': undefined,
    'zwölf Boxkämpfer jagen': undefined,
  };
  for (const [password, verdict] of Object.entries(verdicts))
    assert.equal(await findWeakness(password, person), verdict, password);
});
