import SMTPConnection, {
  type SMTPConnectionCustomAuthContext,
  type SMTPConnectionCustomAuthResponse,
} from 'nodemailer/lib/smtp-connection';
import type { MailAccess } from '../config/mail.ts';
import { addressRefusal, factsOf, smtpOptions } from '../news/smtp.ts';

/**
 * Connects to the mail server, with STARTTLS as SMTP_URL asks, signs in, and asks whether it takes mail from MAIL_FROM
 * to an address. No mail is sent.
 * @param to by default the sender's own address, which a server takes that passes no mail on
 * @throws Error that says what is wrong and what to do
 */
export async function checkMail(access: MailAccess, to?: string): Promise<string> {
  const { host, port, from, auth } = access;
  const answers: SMTPConnectionCustomAuthResponse[] = [];
  const connection = new SMTPConnection({
    ...smtpOptions(access),
    // By nodemailer's own way to send commands: sender and recipient are named and taken back.
    customAuth: {
      'ASK-ENVELOPE': async ({ sendCommand, resolve }: SMTPConnectionCustomAuthContext) => {
        const sender = await sendCommand(`MAIL FROM:<${from.address}>`);
        answers.push(sender);
        if (isTaken(sender)) answers.push(await sendCommand(`RCPT TO:<${to ?? from.address}>`));
        await sendCommand('RSET');
        resolve();
      },
    },
  });
  try {
    await step(connection, connectFault(access), (done) => connection.connect(done));
    if (auth) await step(connection, signInFault, (done) => connection.login({ ...auth }, done));
    await step(connection, otherFault, (done) =>
      connection.login({ method: 'ASK-ENVELOPE' }, done),
    );
    const [sender, recipient] = answers;
    if (sender && !isTaken(sender)) throw new Error(senderFault(sender, access));
    const passes = recipient ? passesOn(recipient, access, to) : '';
    const how = connection.secure ? 'encrypted' : 'NOT encrypted';
    return `${host}:${port} answers, ${how}, and takes mail from ${from.address}${passes}`;
  } finally {
    connection.close();
  }
}

type Answer = Pick<SMTPConnectionCustomAuthResponse, 'status' | 'code' | 'response'>;

const isTaken = ({ status }: Answer) => status >= 200 && status < 300;
const isForNow = ({ status }: Answer) => status >= 400 && status < 500;
const codesOf = ({ status, code }: Answer) => [status, code].filter(Boolean).join(' ');

/** What the answer to RCPT TO says, if mail is taken. @throws Error if it is not, with what to do */
function passesOn(answer: Answer, access: MailAccess, to: string | undefined): string {
  const toWhom = to ?? access.from.address;
  if (isTaken(answer)) return to === undefined ? '' : ` to ${to}`;
  // As of a greylist. Giro tries again.
  if (isForNow(answer)) return `; mail to ${toWhom} only later (${codesOf(answer)})`;
  const isUnknown = addressRefusal.test(answer.response);
  if (isUnknown && to === undefined) return ', where no mail arrives: answers to it are lost';
  if (isUnknown) throw new Error(`the mail server knows no ${to} (${codesOf(answer)})`);
  throw new Error(
    `the mail server refuses mail to ${toWhom} (${codesOf(answer)}). ${permission(access)}`,
  );
}

const senderFault = (answer: Answer, access: MailAccess) =>
  `the mail server refuses ${access.from.address} as sender (${codesOf(answer)}). ${
    answer.status === 530
      ? permission(access)
      : 'Set MAIL_FROM to an address that it may send for, or ask its operator to permit this one'
  }`;

const permission = ({ auth }: MailAccess) =>
  auth === null
    ? 'It wants a user: write USER:PASSWORD@ before the host in SMTP_URL, or ask its operator to pass on mail from this machine'
    : `Ask its operator to let the user ${auth.user} send mail to any address`;

type Facts = ReturnType<typeof factsOf> & { message: string };

async function step(
  connection: SMTPConnection,
  faultOf: (facts: Facts) => string,
  work: (done: (error?: Error | null) => void) => void,
) {
  try {
    await new Promise<void>((done, fail) => {
      connection.once('error', fail);
      work((error) => (error ? fail(error) : done()));
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    throw new Error(`the mail server: ${faultOf({ ...factsOf(error), message })}`);
  }
}

const named = ({ code, responseCode }: Facts) =>
  [code, responseCode || ''].filter(Boolean).join(' ');

/** What is wrong when no connection is made, by nodemailer's codes and what Node and OpenSSL say. */
const connectFault =
  ({ host, port }: MailAccess) =>
  (facts: Facts): string => {
    const { code, responseCode, message } = facts;
    const known = connectFaults.find(([pattern]) => pattern.test(`${code} ${message}`));
    if (code === 'EPROTOCOL' && responseCode >= 400) {
      return `it refuses this machine (${responseCode}). Ask its operator to let it in`;
    }
    const fault =
      known?.[1] ??
      `connect failed (${named(facts)}). Check the host, the port and TLS in SMTP_URL, and the network`;
    return fault.replace('HOST', host).replace('PORT', String(port));
  };

const connectFaults: readonly [RegExp, string][] = [
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
  [/^EDNS /, 'the host HOST is unknown. Check its name in SMTP_URL, and DNS'],
  [
    /ECONNREFUSED/,
    'nothing answers at HOST:PORT. Check the port in SMTP_URL, and that the server runs',
  ],
  [
    /EHOSTUNREACH|ENETUNREACH/,
    'no way leads to HOST. Check the network and the firewall of this machine',
  ],
  [
    /wrong version number/,
    'it does not begin with TLS at port PORT. Write smtp:// for STARTTLS, or the port of smtps:// (465)',
  ],
  [
    /^ETLS /,
    'it has no STARTTLS at port PORT. Write smtps:// with its port (465), or ?starttls=optional where you trust the network, without a password',
  ],
  [
    /Greeting never received/,
    'it does not greet at port PORT. If the port is for TLS from the start (465), write smtps://',
  ],
  [
    /^ETIMEDOUT /,
    'HOST:PORT does not answer in time. Check host and port in SMTP_URL, and whether a firewall blocks this port',
  ],
  [/^EPROTOCOL /, 'no mail server answers at HOST:PORT. Check the port in SMTP_URL'],
];

function signInFault(facts: Facts): string {
  const { responseCode } = facts;
  const failed = `sign in failed (${named(facts)})`;
  if (responseCode >= 400 && responseCode < 500) return `${failed} for now. Try again later`;
  if ([500, 502, 503, 504].includes(responseCode)) {
    return `${failed}: it takes no password here. Check the port in SMTP_URL, such as 587 or 465`;
  }
  return `${failed}. Check user and password in SMTP_URL`;
}

const otherFault = (facts: Facts) =>
  `it ended the connection when asked for a mail (${named(facts)}). Ask its operator`;
