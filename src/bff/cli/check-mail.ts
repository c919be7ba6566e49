import SMTPConnection, {
  type SMTPConnectionCustomAuthContext,
} from 'nodemailer/lib/smtp-connection';
import type { MailAccess } from '../config/mail.ts';
import { factsOf, smtpOptions } from '../news/smtp.ts';

/** By step: what to check when it fails. */
const advice = {
  connect: 'Check the host, the port and TLS in SMTP_URL, and the network',
  'sign in': 'Check user and password in SMTP_URL',
  sender: 'Check that the server may send for MAIL_FROM',
} as const;

/**
 * Connects to the mail server, with STARTTLS as SMTP_URL asks, signs in, and asks whether it takes mail
 * from MAIL_FROM. No mail is sent.
 * @throws Error that says what is wrong and what to do
 */
export async function checkMail(access: MailAccess): Promise<string> {
  const { from } = access;
  const connection = new SMTPConnection({
    ...smtpOptions(access),
    // By nodemailer's own way to send commands: the sender is named and taken back.
    customAuth: {
      'ASK-SENDER': async ({ sendCommand, resolve, reject }: SMTPConnectionCustomAuthContext) => {
        const answer = await sendCommand(`MAIL FROM:<${from.address}>`);
        await sendCommand('RSET');
        if (answer.status >= 200 && answer.status < 300) resolve();
        else reject(new Error(String(answer.status)));
      },
    },
  });
  try {
    await step('connect', connection, (done) => connection.connect(done));
    const { auth } = access;
    if (auth) await step('sign in', connection, (done) => connection.login({ ...auth }, done));
    await step('sender', connection, (done) => connection.login({ method: 'ASK-SENDER' }, done));
    const how = connection.secure ? 'encrypted' : 'NOT encrypted';
    return `${access.host}:${access.port} answers, ${how}, and takes mail from ${from.address}`;
  } finally {
    connection.close();
  }
}

async function step(
  name: keyof typeof advice,
  connection: SMTPConnection,
  work: (done: (error?: Error | null) => void) => void,
) {
  try {
    await new Promise<void>((done, fail) => {
      connection.once('error', fail);
      work((error) => (error ? fail(error) : done()));
    });
  } catch (error) {
    const fault = name === 'connect' && error instanceof Error && certificateFault(error.message);
    if (fault) throw new Error(`the mail server: ${fault}`);
    const { code, responseCode } = factsOf(error);
    const what = [code, responseCode || ''].filter(Boolean).join(' ');
    throw new Error(`the mail server: ${name} failed (${what}). ${advice[name]}`);
  }
}

// By what Node and OpenSSL say: nodemailer replaces their codes by its own.
const certificateFaults: readonly [RegExp, string][] = [
  [
    /altnames/,
    'its certificate is for another name. Write a name of the certificate as the host in SMTP_URL',
  ],
  [/certificate has expired/, 'its certificate has ended. Ask its operator for a new one'],
  [
    /certificate is not yet valid/,
    'its certificate is not valid yet. Check the clock of this machine',
  ],
  [
    /self.signed certificate|unable to (?:verify|get)/,
    'its certificate has an unknown issuer. If you trust its CA, set NODE_EXTRA_CA_CERTS to a PEM file with it',
  ],
];

const certificateFault = (message: string) =>
  certificateFaults.find(([pattern]) => pattern.test(message))?.[1] ?? null;
