import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { connectClients } from '../submissions/connected-client.ts';
import { type Inbox, type NoticeWorld, startNoticeWorld } from '../notices/notice-world.ts';

let world: NoticeWorld;
before(async () => {
  world = await startNoticeWorld();
});
after(() => world[Symbol.asyncDispose]());

const path = '/console/comments';
const onPen = { kind: 'product', id: 'pen' };

/** Creates a client with the product `pen`, and people with these roles. */
async function team(clientId: string, ...roles: ('owner' | 'editor' | 'viewer')[]): Promise<Inbox[]> {
  const client = await world.gateway.service.client(clientId);
  await client.importProducts([{ __ID: 'pen' }]);
  const people: Inbox[] = [];
  for (const role of roles) people.push(await world.inbox(clientId, role));
  return people;
}
const commenting = (clientId: string) => (inbox: Inbox, method: string, address: string, body?: unknown) =>
  inbox.person.call(method, address, clientId, body);
const listPath = (query = '') => `${path}?kind=product&id=pen${query}`;

test('members of every role comment on a product; others see the comments as unread until they have seen them', async () => {
  const [ada, vera] = await team('read', 'editor', 'viewer');
  const call = commenting('read');
  assert.ok(ada && vera);
  const text = '<b>bold</b> & "quoted"\n\u202e@stranger 🖊';
  const first = await call(ada, 'POST', path, { ...onPen, text });
  assert.deepEqual(
    [first.status, first.body.text, first.body.unread, first.body.authorName],
    [201, text, false, ada.personId],
  );
  assert.equal((await call(vera, 'POST', path, { ...onPen, text: ' by a viewer ' })).body.text, 'by a viewer');
  const { body } = await call(vera, 'GET', listPath());
  assert.deepEqual(
    [body.total, body.unread, body.comments.map((one: { unread: boolean }) => one.unread)],
    [2, 1, [false, true]],
  );
  const until = body.comments[1].created;
  assert.equal((await call(vera, 'POST', `${path}/seen`, { ...onPen, until })).status, 204);
  assert.equal((await call(vera, 'GET', listPath())).body.unread, 0);
  assert.equal((await call(ada, 'GET', listPath())).body.unread, 1);
  const far = { ...onPen, until: '2999-01-01T00:00:00Z' };
  assert.equal((await call(vera, 'POST', `${path}/seen`, far)).status, 204);
  await call(ada, 'POST', path, { ...onPen, text: 'later' });
  assert.equal((await call(vera, 'GET', listPath())).body.unread, 1, 'a time in the future hides no later comment');
  const page = await call(vera, 'GET', listPath('&limit=2'));
  const rest = await call(vera, 'GET', listPath(`&limit=2&startingAfter=${page.body.next}`));
  assert.deepEqual([page.body.comments.length, rest.body.comments.length, rest.body.next], [2, 1, null]);
});

test('a page after a comment that was deleted meanwhile is refused instead of empty', async () => {
  const [ada] = await team('paged', 'editor');
  const call = commenting('paged');
  assert.ok(ada);
  for (const text of ['1', '2', '3']) await call(ada, 'POST', path, { ...onPen, text });
  const { next } = (await call(ada, 'GET', listPath('&limit=2'))).body;
  assert.equal((await call(ada, 'DELETE', `${path}/${next}`)).status, 204);
  const rest = await call(ada, 'GET', listPath(`&limit=2&startingAfter=${next}`));
  assert.deepEqual([rest.status, rest.body.code], [400, 'unknown-cursor']);
});

test('a mention notifies that person only, in the inbox or also by e-mail, and once for each comment', async () => {
  const [ada, vera, otto] = await team('mention', 'editor', 'viewer', 'owner');
  const call = commenting('mention');
  assert.ok(ada && vera && otto);
  const colleagues = await call(ada, 'GET', '/console/colleagues');
  assert.deepEqual(
    colleagues.body.people.map(({ personId }: { personId: string }) => personId),
    [vera.personId, otto.personId].toSorted(),
  );
  const text = `@${vera.personId} please check`;
  const mentions = [vera.personId, ada.personId, 'a stranger'];
  const created = await call(ada, 'POST', path, { ...onPen, text, mentions });
  assert.deepEqual(created.body.mentions, [{ personId: vera.personId, name: vera.personId }]);
  const [notice] = await vera.list();
  const { commentId } = created.body;
  assert.deepEqual(
    [notice.kind, notice.count, notice.subject],
    ['mentioned', 1, { subjectKind: 'product', subjectId: 'pen', commentId, authorName: ada.personId, text }],
  );
  assert.deepEqual([await ada.list(), await otto.list()], [[], []]);
  const both = [vera.personId, otto.personId];
  const changed = await call(ada, 'PUT', `${path}/${commentId}`, { text: 'x'.repeat(4_000), mentions: both });
  assert.deepEqual([changed.status, changed.body.edited === null], [200, false]);
  assert.deepEqual([(await vera.list())[0].count, (await otto.list()).length], [1, 1]);
  assert.equal((await otto.list())[0].subject.text.length, 202);
  await vera.set({ ways: { mentioned: 'off' } });
  await call(ada, 'POST', path, { ...onPen, text, mentions });
  assert.equal((await vera.list())[0].count, 1);
});

test('people change only their own comments, owners delete all, and other clients find none', async () => {
  const [ada, vera, otto] = await team('own', 'editor', 'editor', 'owner');
  const [stranger] = await team('stranger', 'owner');
  const call = commenting('own');
  assert.ok(ada && vera && otto && stranger);
  const { body } = await call(ada, 'POST', path, { ...onPen, text: 'mine' });
  const address = `${path}/${body.commentId}`;
  const statuses = async (inbox: Inbox, clientId: string) => {
    const foreign = commenting(clientId);
    return [
      (await foreign(inbox, 'PUT', address, { text: 'theirs' })).status,
      (await foreign(inbox, 'DELETE', address)).status,
    ];
  };
  assert.deepEqual(await statuses(vera, 'own'), [403, 403]);
  assert.deepEqual(await statuses(stranger, 'stranger'), [404, 404]);
  assert.equal((await commenting('stranger')(stranger, 'GET', listPath())).body.total, 0);
  assert.deepEqual(await statuses(otto, 'own'), [403, 204]);
  assert.deepEqual(
    [(await call(ada, 'GET', listPath())).body.total, (await call(ada, 'DELETE', address)).status],
    [0, 404],
  );
});

test('comments are for products and submissions that exist, and their number and length are limited', async () => {
  const [ada] = await team('limits', 'editor');
  const call = commenting('limits');
  assert.ok(ada);
  const status = async (body: object) => (await call(ada, 'POST', path, { ...onPen, text: 'x', ...body })).status;
  assert.deepEqual(
    [await status({ id: 'none' }), await status({ kind: 'submission' }), await status({ kind: 'asset' })],
    [404, 404, 400],
  );
  for (const text of ['', '  ', '\u200b', '\u2060 \u00ad\ufeff', '\u3164', 'x'.repeat(4_001)])
    assert.equal(await status({ text }), 400, JSON.stringify(text));
  await sql`
    insert into comment (client_id, comment_id, subject_kind, subject_id, author_id, text, mentions, created_at)
    select 'limits', gen_random_uuid(), 'product', 'pen', ${ada.personId}, 'x', '{}', now()
    from generate_series(1, 999)`.execute(world.gateway.service.database);
  assert.deepEqual(
    (await Promise.all([status({}), status({})])).toSorted((a, b) => a - b),
    [201, 409],
  );
});

test('a submission has comments of its own', async () => {
  const adapter = await world.gateway.adapter('shop');
  const connected = connectClients(
    () => world.gateway,
    () => adapter,
  );
  const { submit } = await connected('submitted');
  const ada = await world.inbox('submitted', 'editor');
  const { submissionId } = await submit(['a']);
  const call = commenting('submitted');
  const subject = { kind: 'submission', id: submissionId };
  assert.equal((await call(ada, 'POST', path, { ...subject, text: 'why?' })).status, 201);
  const { body } = await call(ada, 'GET', `${path}?kind=submission&id=${submissionId}`);
  assert.deepEqual([body.total, body.comments[0].text], [1, 'why?']);
});
