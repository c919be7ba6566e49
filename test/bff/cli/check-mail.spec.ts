import { setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
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
  const check = (pass: string, host = 'localhost') =>
    checkMail({
      ...{ host, port: server.state.port, tls: 'required' },
      auth: { user: 'giro', pass },
      from: { name: '', address: 'news@giro.example' },
    });
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
  await expect(server.check('right')).rejects.toThrow(/sender failed .*MAIL_FROM/);
  const plain = await start({ disabledCommands: ['STARTTLS'] });
  await expect(plain.check('right')).rejects.toThrow(/connect failed \(/);
  await plain.stop();
  await expect(plain.check('right')).rejects.toThrow(/connect failed .*SMTP_URL/);
});

test('says what is wrong with its certificate', async () => {
  const unknown = await start(createCertificate());
  await expect(unknown.check('right')).rejects.toThrow(/unknown issuer\. .*NODE_EXTRA_CA_CERTS/);
  // A name for 127.0.0.1 that the certificate doesn't have.
  const trusted = await start();
  await expect(trusted.check('right', '127.1')).rejects.toThrow(/for another name\. .*SMTP_URL/);
});
