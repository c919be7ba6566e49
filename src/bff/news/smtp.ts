import { hostname } from 'node:os';
import { createTransport } from 'nodemailer';
import type { MailAccess } from '../config/mail.ts';
import type { Mail } from './compose.ts';
import type { Attempt } from './delivery.ts';

/** Sends mails. Its failures are told by the attempt, never thrown. */
export type MailTransport = {
  /** `on`: to people. `sandbox`: kept, to look at. `off`: there is none. */
  mode: 'on' | 'sandbox' | 'off';
  send(mail: Mail): Promise<Attempt>;
  close(): void;
};

/** Shorter than the lease of a delivery. */
const sendWithinMs = 60_000;
const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
};

/** The name in EHLO: some servers refuse or score an address there, which nodemailer gives without a dotted name. */
export const ehloName = ({ from }: Pick<MailAccess, 'from'>, machine = hostname()) =>
  machine.includes('.') ? machine : from.address.slice(from.address.lastIndexOf('@') + 1);

/** The options by which nodemailer connects to a server as SMTP_URL asks. */
export function smtpOptions({ host, port, tls, auth, from }: MailAccess) {
  const isLocal = ['localhost', '127.0.0.1', '::1'].includes(host);
  return {
    ...{ host, port, name: ehloName({ from }), ...timeouts },
    secure: tls === 'on-connect',
    requireTLS: tls === 'required',
    ...(auth && { auth }),
    // Few certificates name this machine, and nobody is in between.
    ...(isLocal && tls === 'optional' && { tls: { rejectUnauthorized: false } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Sends mails through an SMTP server, a connection each. */
export function createSmtpTransport(access: MailAccess): MailTransport {
  const transport = createTransport(smtpOptions(access));
  return {
    mode: 'on',
    async send({ message_id, to, subject, text, html, date, headers }) {
      try {
        const sent = transport.sendMail({
          from: access.from,
          // An object, so that no address is parsed as several.
          to: { name: '', address: to },
          envelope: { from: access.from.address, to: [to] },
          messageId: message_id,
          date: new Date(date),
          ...{ subject, text, html, headers },
        });
        await withTimeout(sent, sendWithinMs);
        return { is: 'told' };
      } catch (error) {
        return attemptOf(error);
      }
    },
    close: () => transport.close(),
  };
}

/** @throws an error with the code ETIMEDOUT if the server is too slow; the mail may still arrive */
async function withTimeout(work: Promise<unknown>, ms: number) {
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    over.reject(Object.assign(new Error(`not sent in ${ms} ms`), { code: 'ETIMEDOUT' }));
  }, ms);
  try {
    await Promise.race([work, over.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A refusal of the recipient's address itself: 550, 551, 553 or 556 with one of the codes that RFC 3463, 3.2 and
 * RFC 7505 have for it. 5.1.0, 5.1.7 and 5.1.8 can be the sender's; 5.7.x, 530 and 554 are what the server permits now.
 */
export const addressRefusal = /^55[0136][ -]5\.1\.(?:1|2|3|4|6|10)\b/;

/** What an error of nodemailer means. The server's text is left out: it can repeat the address. */
function attemptOf(error: unknown): Attempt {
  const { code, command, responseCode, response } = factsOf(error);
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const name = [code, command, responseCode || '', enhanced].filter(Boolean).join(' ');
  // RFC 5321, 4.2.1: 5xx is final. But only of an address: another refusal ends once somebody mends the server.
  if (command === 'RCPT TO' && addressRefusal.test(response)) return { is: 'refused', error: name };
  if (command === 'RCPT TO' || command === 'DATA') return { is: 'later', error: name };
  return { is: 'down', error: name };
}

/** The parts of an error of nodemailer. */
export function factsOf(error: unknown) {
  const of = (name: string): unknown =>
    typeof error === 'object' && error !== null && name in error ? Reflect.get(error, name) : null;
  return {
    code: String(of('code') ?? 'unknown'),
    command: String(of('command') ?? ''),
    responseCode: Number(of('responseCode') ?? 0),
    /** The server's answer. It can repeat the address, so it is neither logged nor kept. */
    response: String(of('response') ?? ''),
  };
}

/** There is no SMTP server: nothing is sent, and no news waits for one. */
export const noMail: MailTransport = {
  mode: 'off',
  send: async () => ({ is: 'refused', error: 'no SMTP_URL' }),
  close() {},
};

const maxKept = 100;

/** Keeps the latest mails for the sandbox, which sends none. */
export function createKeptMails() {
  const kept: Mail[] = [];
  const transport: MailTransport = {
    mode: 'sandbox',
    async send(mail) {
      // A mail client shows a repeated message once, and so does this.
      if (kept.every(({ message_id }) => message_id !== mail.message_id)) kept.unshift(mail);
      kept.length = Math.min(kept.length, maxKept);
      return { is: 'told' };
    },
    close() {},
  };
  return { transport, mails: (): readonly Mail[] => kept };
}
