import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { type PeopleWorld, startPeopleWorld } from './people-world.ts';
import { goodPassword, post, secretOf } from './person.ts';

interface MailServer extends AsyncDisposable {
  port: number;
  /** Resolves with the text of the next e-mail that arrives. */
  next(): Promise<string>;
  received: string[];
  /** `silent` accepts connections but never sends anything. `refusing` refuses every recipient temporarily. */
  mode: 'normal' | 'silent' | 'refusing';
}

/** Implements only the SMTP commands that a client needs to deliver an e-mail. */
function serve(socket: Socket, server: Pick<MailServer, 'mode'>, deliver: (text: string) => void): void {
  if (server.mode === 'silent') return;
  let data: string | undefined;
  socket.setEncoding('utf8').on('error', () => undefined);
  socket.write('220 test\r\n');
  let rest = '';
  socket.on('data', (chunk: string) => {
    rest += chunk;
    for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 2);
      if (data !== undefined) {
        if (line === '.') {
          deliver(data);
          data = undefined;
          socket.write('250 ok\r\n');
        } else data += `${line}\n`;
      } else if (/^DATA/i.test(line)) {
        data = '';
        socket.write('354 go\r\n');
      } else if (/^RCPT/i.test(line) && server.mode === 'refusing') socket.write('451 later\r\n');
      else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else socket.write('250 ok\r\n');
    }
  });
}

async function startMailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const waiting: ((text: string) => void)[] = [];
  const mailServer: MailServer = {
    port: 0,
    mode: 'normal',
    received: [],
    next: () => new Promise((resolve) => waiting.push(resolve)),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    serve(socket, mailServer, (text) => {
      // the client encodes long lines as quoted-printable
      const plain = text.replaceAll('=\n', '').replaceAll('=3D', '=');
      mailServer.received.push(plain);
      waiting.shift()?.(plain);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  mailServer.port = (server.address() as AddressInfo).port; // a listening server has a port
  return mailServer;
}

let mail: MailServer;
let world: PeopleWorld;

before(async () => {
  mail = await startMailServer();
  world = await startPeopleWorld({ mail: { url: `smtp://127.0.0.1:${mail.port}`, from: 'Pimento <p@example.com>' } });
});
after(async () => {
  await world[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
});

const linkIn = (text: string) => /http\S+#\S+/.exec(text)?.[0] ?? '';

describe('E-mails', () => {
  test('an invitation is sent by e-mail, is not shown to the owner, and lets the person in', async () => {
    const arrived = mail.next();
    const body = { email: 'mailed@example.com', role: 'viewer' };
    const invited = await world.goodOwner.call('POST', '/console/invitations', 'good', body);
    assert.equal(invited.body.link, null);
    const text = await arrived;
    assert.match(text, /To: mailed@example\.com/);
    const accepted = await post(world.baseUrl, '/console/invitation/accept', {
      secret: secretOf(linkIn(text)),
      name: 'Mailed',
      password: goodPassword,
    });
    assert.equal(accepted.status, 200, accepted.text);
  });

  test('a forgotten password is replaced by e-mail, and the answer does not reveal whether the person exists', async () => {
    const arrived = mail.next();
    const request = (email: string) => post(world.baseUrl, '/console/password-link/request', { email });
    const known = await request('Root@example.com');
    const unknown = await request('unknown@example.com');
    assert.deepEqual([known.status, known.text], [unknown.status, unknown.text]);
    assert.equal(known.status, 202);
    const secret = secretOf(linkIn(await arrived));
    const password = 'harbor quartz lemon 77';
    assert.equal((await post(world.baseUrl, '/console/password-link', { secret, password })).status, 204);
    const { rows } = await sql<{ count: number }>`
      select count(*) as count
      from outgoing_mail
      where outgoing_mail.sealed is not null`.execute(world.service.database);
    assert.equal(rows[0]?.count, 0, 'nothing waits for the unknown person, and sent texts are deleted');
    assert.equal(mail.received.filter((text) => text.includes('unknown@example.com')).length, 0);
  });

  test('one recipient gets at most ten e-mails a day from all senders together', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      const answer = await world.evilOwner.call('POST', '/console/invitations', 'evil', {
        email: 'flooded@example.com',
        role: 'viewer',
      });
      statuses.push(answer.status);
    }
    assert.deepEqual(statuses, [...Array<number>(10).fill(201), 429, 429]);
  });

  test('one network address gets at most twenty anonymous requests into the queue, for all recipients together', async () => {
    const { rows: before } = await sql<{ count: number }>`select count(*) as count from outgoing_mail`.execute(
      world.service.database,
    );
    for (let count = 0; count < 25; count += 1) {
      const email = `person-${count}@example.com`;
      assert.equal((await post(world.baseUrl, '/console/password-link/request', { email })).status, 202);
    }
    const { rows: after } = await sql<{ count: number }>`select count(*) as count from outgoing_mail`.execute(
      world.service.database,
    );
    // An earlier test has already sent two requests from the same address.
    assert.equal((after[0]?.count ?? 0) - (before[0]?.count ?? 0), 18);
  });

  test('a mail server that never answers delays no request, and the e-mail stays until it is sent', async () => {
    mail.mode = 'silent';
    const body = { email: 'patient@example.com', role: 'viewer' };
    const invited = await world.goodOwner.call('POST', '/console/invitations', 'good', body);
    assert.equal(invited.status, 201);
    const { body: list } = await world.goodOwner.call('GET', '/console/invitations', 'good');
    const found = list.invitations.find(({ email }: { email: string }) => email === 'patient@example.com');
    assert.equal(found.delivery, 'waiting');
    const { rows } = await sql<{ sealed: string }>`
      select outgoing_mail.sealed
      from outgoing_mail
      where outgoing_mail.sealed is not null`.execute(world.service.database);
    assert.ok(rows.length > 0);
    assert.ok(
      rows.every(({ sealed }) => !sealed.includes('patient')),
      'the stored text is sealed',
    );
  });
});
