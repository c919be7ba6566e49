import { once } from 'node:events';
import { createServer } from 'node:net';
import { setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { checkMail } from '../../../src/bff/cli/check-mail.ts';
import { createCertificate } from '../../support/certificate.ts';
import { refusal, startMailServer } from '../../support/mail-server.ts';

const certificate = createCertificate();
setDefaultCACertificates([certificate.cert]);

async function start(options: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer({
    ...certificate,
    authOptional: false,
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'giro' }) : done(new Error('wrong')),
    ...options,
  });
  onTestFinished(() => server.stop());
  const check = (pass: string, host = 'localhost', to?: string) =>
    checkMail(
      {
        ...{ host, port: server.state.port, tls: 'required' },
        auth: { user: 'giro', pass },
        from: { name: '', address: 'news@giro.example' },
      },
      to,
    );
  return { ...server, check };
}

test('connects encrypted, signs in, and has the sender accepted, without a mail', async () => {
  const { check, received } = await start();
  expect(await check('right')).toMatch(
    /answers, encrypted, and takes mail from news@giro\.example/,
  );
  expect(received).toEqual([]);
});

test('says what to check: password, sender, STARTTLS, address', async () => {
  const server = await start();
  await expect(server.check('wrong')).rejects.toThrow(/sign in failed \(EAUTH 535\)\. Check user/);
  server.state.refuse = (command) => {
    if (command === 'MAIL') throw refusal(550);
  };
  await expect(server.check('right')).rejects.toThrow(
    /refuses news@giro\.example as sender .*MAIL_FROM/,
  );
  const plain = await start({ disabledCommands: ['STARTTLS'] });
  await expect(plain.check('right')).rejects.toThrow(/no STARTTLS at port .*smtps:/);
  await plain.stop();
  await expect(plain.check('right')).rejects.toThrow(/nothing answers at localhost:.*SMTP_URL/);
});

test.each([
  [
    'it passes on none',
    554,
    '5.7.1',
    /refuses mail to ana@x\.example \(554 5\.7\.1\)\. Ask its operator to let the user giro/,
  ],
  ['it wants a user', 530, '5.7.0', /refuses mail to ana@x\.example \(530 5\.7\.0\)/],
  ['it does not know the address', 550, '5.1.1', /knows no ana@x\.example \(550 5\.1\.1\)/],
] as const)('refuses a recipient: %s', async (_why, status, enhanced, words) => {
  const { check, state, received } = await start();
  state.refuse = (command) => {
    if (command === 'RCPT') throw refusal(status, enhanced);
  };
  await expect(check('right', 'localhost', 'ana@x.example')).rejects.toThrow(words);
  expect(received).toEqual([]);
});

test('asks for the own address of the sender, which may have no mailbox or be greylisted', async () => {
  const { check, state } = await start();
  const asked: string[] = [];
  state.refuse = (command, address) => {
    asked.push(`${command} ${address}`);
    if (command === 'RCPT') throw refusal(550, '5.1.1');
  };
  expect(await check('right')).toContain('where no mail arrives');
  expect(asked).toEqual(['MAIL news@giro.example', 'RCPT news@giro.example']);
  state.refuse = (command) => {
    if (command === 'RCPT') throw refusal(450, '4.2.0');
  };
  expect(await check('right')).toContain('only later (450 4.2.0)');
});

test('says that a server wants a user, when SMTP_URL has none', async () => {
  const { state } = await start({ authOptional: true });
  state.refuse = (command) => {
    if (command === 'RCPT') throw refusal(554, '5.7.1');
  };
  const access = { host: 'localhost', port: state.port, tls: 'required', auth: null } as const;
  const check = checkMail({ ...access, from: { name: '', address: 'news@giro.example' } });
  await expect(check).rejects.toThrow(/It wants a user: write USER:PASSWORD@ before the host/);
});

test.each([
  ['HTTP/1.1 400 Bad Request', 'required', /no mail server answers at localhost:\d+/],
  ['554 5.7.1 not here', 'required', /refuses this machine \(554\)/],
  ['220 mail.example', 'on-connect', /does not begin with TLS at port \d+\. Write smtp:/],
] as const)('says what is wrong with a greeting: %s', async (greeting, tls, words) => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write(`${greeting}\r\n`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = z.parse(z.object({ port: z.number() }), server.address());
  const from = { name: '', address: 'news@giro.example' };
  await expect(checkMail({ host: 'localhost', port, tls, auth: null, from })).rejects.toThrow(
    words,
  );
});

test('says that the host is unknown', async () => {
  const { check } = await start();
  await expect(check('right', 'mail.invalid')).rejects.toThrow(/the host mail\.invalid is unknown/);
});

test('says what is wrong with its certificate', async () => {
  const unknown = await start(createCertificate());
  await expect(unknown.check('right')).rejects.toThrow(/unknown issuer\. .*NODE_EXTRA_CA_CERTS/);
  // A name for 127.0.0.1 that the certificate doesn't have.
  const trusted = await start();
  await expect(trusted.check('right', '127.1')).rejects.toThrow(/for another name\. .*SMTP_URL/);
});
