import * as z from 'zod/mini';
import { isThisMachine } from '../lib/this-machine.ts';

/** The SMTP server that takes mail, and the sender of every mail. */
export type MailAccess = {
  host: string;
  port: number;
  /** `on-connect`: smtps; `required`: STARTTLS or no mail; `optional`: STARTTLS if offered. */
  tls: 'on-connect' | 'required' | 'optional';
  auth: { user: string; pass: string } | null;
  from: { name: string; address: string };
};

type Smtp = Omit<MailAccess, 'from'>;

const example = 'smtp://USER:PASSWORD@mail.example.com:587';

function smtpOf(text: string): Smtp | string {
  if (!URL.canParse(text)) return `must be an address, such as ${example}`;
  const { protocol, hostname, port, username, password, pathname, hash, searchParams } = new URL(
    text,
  );
  if (protocol !== 'smtp:' && protocol !== 'smtps:')
    return `must begin with smtp:// or smtps://, such as ${example}`;
  if (hostname === '') return `must name a host, such as ${example}`;
  if (/^\/?$/.test(pathname) === false || hash !== '')
    return 'must end after the host and port; write @, / and # in the password as %40, %2F and %23';
  if ((username === '') !== (password === ''))
    return 'must have both user and password, or neither';
  const names = [...searchParams.keys()];
  const starttls = searchParams.get('starttls');
  if (
    names.some((name) => name !== 'starttls') ||
    !['optional', 'required', null].includes(starttls)
  )
    return 'takes no parameter but starttls=optional or starttls=required';
  const isSecure = protocol === 'smtps:';
  if (isSecure && starttls !== null)
    return 'takes no starttls with smtps://, which is encrypted from the start';
  // Only on this machine can nobody listen in.
  const byDefault = isThisMachine(hostname) ? 'optional' : 'required';
  const tls = isSecure
    ? 'on-connect'
    : starttls === 'optional' || starttls === 'required'
      ? starttls
      : byDefault;
  const auth = username === '' ? null : { user: decoded(username), pass: decoded(password) };
  if (auth && tls === 'optional' && !isThisMachine(hostname))
    return 'must not send a password without encryption: leave out starttls=optional';
  const number = port === '' ? (isSecure ? 465 : 587) : Number(port);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: number, tls, auth };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const sender = /^(?:(?<name>[^<>"\p{Cc}]{1,60}?)\s*<(?<inside>[^<>]+)>|(?<alone>[^<>]+))$/u;
const address = /^[^\s@<>"(),:;\\[\]]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i;

function fromOf(text: string): MailAccess['from'] | null {
  const { name = '', inside, alone } = sender.exec(text.trim())?.groups ?? {};
  const found = (inside ?? alone ?? '').trim();
  return address.test(found) ? { name: name.trim(), address: found } : null;
}

const read = <T>(parse: (text: string) => T | string) =>
  z.pipe(
    z.string(),
    z.transform((text, given): T => {
      const parsed = parse(text);
      if (typeof parsed !== 'string') return parsed;
      // The text is not repeated: it holds a password.
      given.issues.push({ code: 'custom', message: parsed, input: '' });
      return z.NEVER;
    }),
  );

/** The variables that say how mail is sent. */
export const mailVariables = {
  SMTP_URL: z.optional(read(smtpOf)),
  MAIL_FROM: z.optional(
    read((text) => fromOf(text) ?? 'must be an email address, such as Giro <giro@example.com>'),
  ),
};
