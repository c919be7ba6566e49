import { randomBytes } from 'node:crypto';
import type { Dispatcher } from 'undici';
import type { Config } from '../config/config.ts';
import { secretsOf } from '../config/secrets.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import type { StoreClock } from '../ledger/store/store-clock.ts';
import { storeTimestamp } from '../ledger/store/store-clock.ts';
import type { LinkToken } from '../lib/link-token.ts';
import type { Mail } from './compose.ts';
import { createNewsDispatcher, type DispatcherDeps, type NewsDispatcher } from './dispatcher.ts';
import { createPushTransport, type PushTransport } from './push.ts';
import { pushKeys, type VapidKeys } from './push-keys.ts';
import { createKeptMails, createSmtpTransport, type MailTransport, noMail } from './smtp.ts';

export type News = NewsDispatcher & {
  mailMode: MailTransport['mode'];
  mayCall: PushTransport['mayCall'];
  /** The public key that browsers subscribe with. */
  pushKey(): Promise<string>;
  /** The mails that the sandbox would have sent; null with a real service. */
  mails: (() => readonly Mail[]) | null;
};

/** What a test sets. */
export type NewsOptions = Pick<DispatcherDeps, 'everyMs' | 'holdMs' | 'waitAfter' | 'leaseMs'> & {
  pushHosts?: readonly string[];
  pushDispatcher?: Dispatcher;
};

type Deps = Pick<DispatcherDeps, 'log' | 'onAttempt'> & {
  config: Config;
  db: LedgerDb;
  storeClock: StoreClock;
  options: NewsOptions;
  /** The token of a link, by the news that tells it. */
  linkToken: LinkToken;
};

/** Creates the outbox's ways out: mail by SMTP or kept for the sandbox, and push messages. */
export function createNews(deps: Deps): News {
  const { config, db, storeClock, log, onAttempt, options, linkToken } = deps;
  const kept = config.service === null && !config.mail ? createKeptMails() : null;
  const mail = config.mail ? createSmtpTransport(config.mail) : (kept?.transport ?? noMail);
  // The sandbox needs no secret: browsers subscribe again with its new key.
  const secrets = secretsOf(config) ?? [randomBytes(32).toString('base64')];
  let keys: Promise<VapidKeys> | null = null;

  function keysOnce(): Promise<VapidKeys> {
    keys ??= storeTimestamp(storeClock)
      .then((now) => pushKeys(db, secrets, now))
      .catch((error: unknown) => {
        keys = null;
        throw error;
      });
    return keys;
  }

  const push = createPushTransport({
    subject: contactOf(config),
    keys: keysOnce,
    hosts: options.pushHosts ?? [],
    dispatcher: options.pushDispatcher,
  });
  const origin = config.publicOrigin ?? `http://localhost:${config.port}`;
  const domain = config.mail?.from.address.split('@')[1] ?? new URL(origin).hostname;
  const dispatcher = createNewsDispatcher({
    ...{ db, storeClock, mail, push, log, onAttempt },
    ...options,
    origin: { origin, domain, linkToken },
  });
  return {
    ...dispatcher,
    mailMode: mail.mode,
    mayCall: push.mayCall,
    pushKey: async () => (await keysOnce()).publicKey,
    mails: kept?.mails ?? null,
  };
}

/** Whom a push service can ask about messages: an address that RFC 8292 allows. */
function contactOf({ publicOrigin, mail, support }: Config): string {
  if (publicOrigin?.startsWith('https:')) return publicOrigin;
  const email = mail?.from.address ?? support.email;
  return email === null || email === undefined ? 'https://giro.invalid' : `mailto:${email}`;
}
