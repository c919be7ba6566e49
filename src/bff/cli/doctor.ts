import type { Config, ServiceAccess } from '../config/config.ts';
import { type CurrencyFigures, unknownCurrencies } from '../config/currency-figures.ts';
import { originWarnings } from '../config/origin-warnings.ts';
import { version } from '../lib/version.ts';
import type { ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import { createService } from '../service/service.ts';
import { createMemoryTokenStore } from '../service/token-store.ts';
import {
  approverWarning,
  checkConnections,
  checkLedger,
  checkRetention,
  checkSecret,
  compareClocks,
  holdWarning,
  lateWarning,
  noticeWarning,
  ownerWarning,
  ownUser,
  replicationWarnings,
  secondPersonWarning,
} from './check-ledger.ts';
import { checkMail } from './check-mail.ts';
import { checkProvider, providerWarnings } from './check-provider.ts';
import { connectService, explainService, isLost, reads } from './check-service.ts';
import { type CommandContext, parseOptions, readEmail } from './command.ts';

/** The longest name of a check, so that the results are aligned. */
const nameLength = 'OpenID provider'.length;

const dayMs = 24 * 60 * 60_000;
const minCertificateDays = 14;
const maxServiceClockSeconds = 60;

type Report = {
  warn(name: string, detail: string): void;
  /** Prints how the work ended, unless it found nothing to check. Returns its error, or null. */
  check(name: string, work: () => Promise<string | null>): Promise<unknown>;
};

/**
 * Checks the configuration, the database, the clock, the second factors, the OpenID provider, the mail server, the service, the
 * credentials and every read of the service. Prints a line for each: the check, ok or what is wrong, and
 * what to do. Writes and creates nothing, and stops calling the service when it is lost.
 * Returns the exit code: 1 when a check failed.
 */
export async function doctor(context: CommandContext): Promise<number> {
  const { config, now } = context;
  const { 'mail-to': mailTo } = parseOptions(context.args, {
    'mail-to': { type: 'string' },
  }).values;
  const say = (name: string, result: 'ok' | 'WARN' | 'FAIL', detail: string) =>
    context.say(`${name.padEnd(nameLength)}  ${result.padEnd(4)}  ${detail}`);
  let failures = 0;
  let warnings = 0;
  const report: Report = {
    warn(name, detail) {
      warnings += 1;
      say(name, 'WARN', detail);
    },
    async check(name, work) {
      try {
        const found = await work();
        if (found !== null) say(name, 'ok', found);
        return null;
      } catch (error) {
        failures += 1;
        say(name, 'FAIL', explain(error, config));
        return error ?? new Error('no reason');
      }
    },
  };
  const { check, warn } = report;

  say('giro', 'ok', `version ${version}, Node ${process.versions.node}, as user ${ownUser()}`);
  await check('configuration', async () =>
    config.service ? `real service at ${config.service.baseUrl}` : 'sandbox, no real service',
  );
  for (const warning of config.variableWarnings) warn('configuration', warning);
  say('address', 'ok', addressOf(config));
  for (const warning of originWarnings(config)) warn('origin', warning);
  const owner = ownerWarning(context);
  if (owner) warn('database', owner);
  const ledgerFailure = await check('database', () => checkLedger(context));
  if (ledgerFailure === null) {
    const held = await holdWarning(context);
    if (held) warn('database', held);
    await check('connections', () => checkConnections(context));
    await check('notices', async () => {
      const deaf = await noticeWarning(context);
      if (deaf) warn('notices', deaf);
      return null;
    });
    for (const warning of await replicationWarnings(context)) warn('database', warning);
    await check('clock', () => compareClocks(context));
    await check('GIRO_SECRET', () => checkSecret(context));
    await check('retention', () => checkRetention(context));
    const late = await lateWarning(context);
    if (late) warn('orders', late);
    const alone = await secondPersonWarning(context);
    if (alone) warn('second person', alone);
    const unapproved = await approverWarning(context);
    if (unapproved) warn('approvals', unapproved);
  }
  const { oidc, mail, service } = config;
  if (oidc) {
    await check('OpenID provider', async () => {
      const found = await checkProvider(oidc, now);
      const proves = config.stepUpAbove.size > 0;
      for (const warning of await providerWarnings(oidc, { now, proves })) {
        warn('OpenID provider', warning);
      }
      return found;
    });
  }
  if (mail) await check('mail', () => checkMail(mail, mailTo && readEmail([mailTo])));
  if (service) await checkService(service, context, report);
  const checks = failures === 1 ? '1 check' : `${failures} checks`;
  const warned = warnings === 0 ? '' : `, ${warnings} with a warning`;
  const result = failures === 0 ? 'All checks passed' : `${checks} failed`;
  context.say(result + warned);
  return failures === 0 ? 0 : 1;
}

/** PUBLIC_ORIGIN, HOST, PORT and TRUST_PROXY as Giro understands them. */
function addressOf({ publicOrigin, host, port, trustProxy }: Config): string {
  const origin =
    publicOrigin === null
      ? 'PUBLIC_ORIGIN is not set: people may open Giro at any address'
      : `people open Giro at ${publicOrigin} only (PUBLIC_ORIGIN)`;
  const proxies =
    trustProxy === 0
      ? 'X-Forwarded-* is ignored (TRUST_PROXY is false)'
      : `X-Forwarded-* is believed from ${trustProxy === 1 ? '1 proxy' : `${trustProxy} proxies`} (TRUST_PROXY)`;
  return `${origin}; it listens on ${host}:${port}; ${proxies}`;
}

/** Connects, signs in and reads each list, until a call shows that the next ones would fail too. */
async function checkService(
  access: ServiceAccess,
  { config, now }: Pick<CommandContext, 'config' | 'now'>,
  { check, warn }: Report,
) {
  const failure = await check('service', async () => {
    const { certificateEnds, ahead_ms } = await connectService(access, now);
    const days = certificateEnds === null ? null : Math.floor((certificateEnds - now()) / dayMs);
    if (days !== null && days < minCertificateDays) {
      warn('service', `its certificate ends in ${days} days. Ask its operator for a new one`);
    }
    const seconds = ahead_ms === null ? null : Math.round(ahead_ms / 1_000);
    if (seconds !== null && Math.abs(seconds) > maxServiceClockSeconds) {
      warn('service', `its clock is ${seconds} s from this machine's. Set this one by NTP`);
    }
    const certificate =
      certificateEnds === null
        ? 'without TLS'
        : `certificate until ${new Date(certificateEnds).toISOString().slice(0, 10)}`;
    const clock = seconds === null ? 'tells no time' : `clock ${seconds} s from this machine's`;
    return `answers, ${certificate}, ${clock}`;
  });
  if (failure !== null) return;
  const service = createService({ ...access, tokenStore: createMemoryTokenStore() });
  try {
    const refused = await check('credentials', async () =>
      (await service.tokens.get()) ? 'accepted' : 'no token',
    );
    if (refused !== null) return;
    for (const [name, work] of reads(service)) {
      if (!isLost(await check(name, work))) continue;
      // What is wrong has been said: a token that can't be ended now expires.
      await service.tokens.deactivate().catch(() => false);
      return;
    }
    const { stepUpAbove, limits, resolveAloneUpTo } = config;
    if (stepUpAbove.size > 0) {
      await check('proof again', () =>
        checkFigures('STEP_UP_ABOVE', 'asked for above', stepUpAbove, service.client),
      );
    }
    const { above } = config.approvals;
    if (above.size > 0) {
      await check('approvals', () =>
        checkFigures('APPROVE_ABOVE', 'asked for above', above, service.client),
      );
    }
    if (limits.size > 0) {
      await check('limits', () => checkLimits(limits, service.client));
    }
    if (resolveAloneUpTo && resolveAloneUpTo.size > 0) {
      await check('second person', () =>
        checkFigures(
          'RESOLVE_ALONE_UP_TO',
          'not asked for up to',
          resolveAloneUpTo,
          service.client,
        ),
      );
    }
    await check('token', async () => {
      const ended = await service.tokens.deactivate();
      return ended ? 'deactivated after the checks' : 'none to deactivate';
    });
  } finally {
    await service.close();
  }
}

/** Compares the codes of a variable with the service's. @throws Error that names those it doesn't list */
async function checkFigures(
  variable: 'STEP_UP_ABOVE' | 'APPROVE_ABOVE' | 'RESOLVE_ALONE_UP_TO',
  meaning: string,
  figures: CurrencyFigures,
  client: Pick<ServiceClient, 'listCurrencies'>,
): Promise<string> {
  await requireListed(variable, figures, client);
  const amounts = [...figures].map(([code, subunits]) => `${subunits} subunits of ${code}`);
  return `${meaning} ${amounts.join(', ')} (${variable})`;
}

/** The same for LIMITS. */
async function checkLimits(
  limits: Config['limits'],
  client: Pick<ServiceClient, 'listCurrencies'>,
): Promise<string> {
  await requireListed('LIMITS', limits, client);
  const said = [...limits].map(([code, spans]) => {
    const each = Object.entries(spans).map(([span, subunits]) => `${subunits} a ${span}`);
    return `${each.join(' and ')} in subunits of ${code}`;
  });
  return `each person sends up to ${said.join(', ')} (LIMITS)`;
}

async function requireListed(
  variable: Parameters<typeof unknownCurrencies>[0],
  figures: ReadonlyMap<string, unknown>,
  client: Pick<ServiceClient, 'listCurrencies'>,
) {
  const codes = (await client.listCurrencies()).map(({ iso_code }) => iso_code);
  const unknown = unknownCurrencies(variable, figures, codes);
  if (unknown.length > 0) throw new Error(unknown.join('; '));
}

function explain(error: unknown, { service }: Config): string {
  if (error instanceof ServiceError && service) return explainService(error, service);
  return error instanceof Error ? error.message : String(error);
}
