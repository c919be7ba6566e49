import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/bff/config/config.ts';
import { withSandboxHold } from '../../../src/bff/config/hold.ts';
import { originWarnings } from '../../../src/bff/config/origin-warnings.ts';
import { configErrors } from '../../support/config-errors.ts';

const day = 24 * 60 * 60_000;
const real = {
  REMITTANCE_BASE_URL: 'https://service.example/prefix/',
  REMITTANCE_CLIENT_ID: 'client',
  REMITTANCE_CLIENT_SECRET: 'secret',
  GIRO_SECRET: 'x'.repeat(32),
};

test('an empty environment configures the sandbox on 127.0.0.1', () => {
  expect(readConfig({})).toEqual({
    service: null,
    secret: null,
    secretPrevious: null,
    requireSecondFactor: new Set(),
    publicOrigin: null,
    oidc: null,
    host: '127.0.0.1',
    port: 3000,
    trustProxy: 0,
    stopGrace: 10_000,
    databaseUrl: 'sqlite::memory:',
    databaseConnections: 10,
    hold: { seconds: 0, newRecipientSeconds: 0 },
    sendersSee: 'own',
    stepUpAbove: new Map(),
    approvals: { above: new Map(), expiresAfter: 72 * 60 * 60_000, bySenders: false },
    limits: new Map(),
    resolveAloneUpTo: null,
    countryFieldRules: expect.objectContaining({ ES: ['aba_number'] }),
    backgroundRead: 5 * 60_000,
    sessionIdle: 30 * 60_000,
    sessionMax: 12 * 60 * 60_000,
    reviewWithin: 24 * 60 * 60_000,
    quotesPerMinute: 120,
    sendsPerMinute: 30,
    metricsToken: null,
    retention: { audit: null, events: null, news: 90 * day, rates: 90 * day, sends: null },
    mail: null,
    support: { email: null, phone: null, url: null },
    costNote: null,
    theme: { name: 'Giro', logo: null, accent: null },
    logLevel: 'info',
    variableWarnings: [],
  });
});

test('three variables and a secret configure a real service with a ledger on disk', () => {
  const config = readConfig(real);
  expect(config.service).toEqual({
    baseUrl: 'https://service.example/prefix',
    clientId: 'client',
    clientSecret: 'secret',
  });
  expect(config.secret).toBe(real.GIRO_SECRET);
  expect(config.databaseUrl).toBe('sqlite:data/giro.db');
});

describe('an incomplete service', () => {
  const names = [
    'REMITTANCE_BASE_URL',
    'REMITTANCE_CLIENT_ID',
    'REMITTANCE_CLIENT_SECRET',
  ] as const;

  test.each(names)('without %s reports only that one', (missing) => {
    const lines = configErrors({ ...real, [missing]: '' });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^${missing}: missing`));
  });

  test.each(names)('with %s alone reports the two others', (only) => {
    const lines = configErrors({ GIRO_SECRET: real.GIRO_SECRET, [only]: real[only] });
    expect(lines.map((line) => line.split(':')[0])).toEqual(names.filter((name) => name !== only));
  });

  test('without GIRO_SECRET reports it', () => {
    expect(configErrors({ ...real, GIRO_SECRET: '' })[0]).toMatch(
      /^GIRO_SECRET: missing; a real service needs it/,
    );
  });

  test('with a short GIRO_SECRET reports the length and not the secret', () => {
    const [line] = configErrors({ ...real, GIRO_SECRET: 'hunter2' });
    expect(line).toMatch(/^GIRO_SECRET: .*32/);
    expect(line).not.toContain('hunter2');
  });
});

test('GIRO_SECRET_PREVIOUS needs a GIRO_SECRET and its length', () => {
  const GIRO_SECRET_PREVIOUS = 'y'.repeat(32);
  expect(readConfig({ ...real, GIRO_SECRET_PREVIOUS }).secretPrevious).toBe(GIRO_SECRET_PREVIOUS);
  expect(configErrors({ GIRO_SECRET_PREVIOUS })).toEqual([
    expect.stringMatching(/^GIRO_SECRET: missing; GIRO_SECRET_PREVIOUS only opens/),
  ]);
  const [line] = configErrors({ ...real, GIRO_SECRET_PREVIOUS: 'hunter2' });
  expect(line).toMatch(/^GIRO_SECRET_PREVIOUS: .*32/);
  expect(line).not.toContain('hunter2');
});

test.each([
  [undefined, ['approver', 'support', 'auditor', 'admin']],
  ['none', []],
  ['sender', ['sender']],
  ['support , sender,admin', ['support', 'sender', 'admin']],
])('REQUIRE_SECOND_FACTOR=%s with a real service', (REQUIRE_SECOND_FACTOR, roles) => {
  const { requireSecondFactor } = readConfig({ ...real, REQUIRE_SECOND_FACTOR });
  expect([...requireSecondFactor]).toEqual(roles);
});

test('REQUIRE_SECOND_FACTOR refuses an unknown role', () => {
  expect(configErrors({ REQUIRE_SECOND_FACTOR: 'support,boss' })).toEqual([
    expect.stringMatching(/^REQUIRE_SECOND_FACTOR: must be none, or roles/),
  ]);
});

describe('mail', () => {
  const mail = {
    SMTP_URL: 'smtp://giro:a%40b@mail.example.com',
    MAIL_FROM: 'Giro <news@giro.example>',
    PUBLIC_ORIGIN: 'https://giro.example',
  };

  test('is sent with STARTTLS and a sign-in, by a sender with a name', () => {
    expect(readConfig(mail).mail).toEqual({
      ...{ host: 'mail.example.com', port: 587, tls: 'required' },
      auth: { user: 'giro', pass: 'a@b' },
      from: { name: 'Giro', address: 'news@giro.example' },
    });
  });

  test.each([
    ['smtps://mail.example.com', { port: 465, tls: 'on-connect', auth: null }],
    ['smtp://mail.example.com:25?starttls=optional', { port: 25, tls: 'optional', auth: null }],
    ['smtp://127.0.0.1:25', { host: '127.0.0.1', tls: 'optional' }],
    ['smtp://[::1]:25?starttls=required', { host: '::1', tls: 'required' }],
  ])('%s', (SMTP_URL, access) => {
    expect(readConfig({ ...mail, SMTP_URL }).mail).toMatchObject(access);
  });

  test.each([
    ['mail.example.com', /^SMTP_URL: must be an address, such as smtp:\/\/USER:PASSWORD@/],
    ['https://mail.example.com', /^SMTP_URL: must begin with smtp:\/\/ or smtps:\/\//],
    ['smtp://giro:hunter2/@mail.example.com', /^SMTP_URL: must /],
    ['smtp://giro:hunter2@mail.example.com/x', /^SMTP_URL: must end .* write @, \/ and # in the/],
    ['smtp://giro@mail.example.com', /^SMTP_URL: must have both user and password, or neither/],
    ['smtp://mail.example.com?starttls=never', /^SMTP_URL: takes no parameter but starttls=/],
    ['smtp://mail.example.com?tls=1', /^SMTP_URL: takes no parameter but starttls=/],
    ['smtps://mail.example.com?starttls=required', /^SMTP_URL: takes no starttls with smtps/],
    [
      'smtp://giro:hunter2@mail.example.com?starttls=optional',
      /^SMTP_URL: must not send a password without encryption: leave out starttls=optional/,
    ],
  ])('SMTP_URL=%s is refused without repeating the password', (SMTP_URL, line) => {
    const lines = configErrors({ ...mail, SMTP_URL });
    expect(lines).toEqual([expect.stringMatching(line)]);
    expect(lines.join()).not.toContain('hunter2');
  });

  test.each([
    'Giro',
    'news@giro',
    'news@giro.example, other@giro.example',
    'Giro <news@giro.example',
    'A\r\nBcc: b@giro.example <news@giro.example>',
    '<>',
  ])('MAIL_FROM=%j is refused with an example', (MAIL_FROM) => {
    expect(configErrors({ ...mail, MAIL_FROM })).toEqual([
      expect.stringMatching(/^MAIL_FROM: must be an email address, such as Giro <giro@example/),
    ]);
  });

  test('needs server, sender and the address of Giro', () => {
    for (const [missing, line] of [
      ['SMTP_URL', /^SMTP_URL: missing; set both SMTP_URL and MAIL_FROM, or neither/],
      ['MAIL_FROM', /^MAIL_FROM: missing; set both SMTP_URL and MAIL_FROM, or neither/],
      ['PUBLIC_ORIGIN', /^PUBLIC_ORIGIN: missing; the links in mails need it\. Write /],
    ] as const) {
      expect(configErrors({ ...mail, [missing]: '' })).toEqual([expect.stringMatching(line)]);
    }
  });
});

test('an empty variable counts as not set', () => {
  const names = [...Object.keys(real), 'PORT', 'HOST', 'TRUST_PROXY', 'LOG_LEVEL', 'DATABASE_URL'];
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readConfig({}));
});

test('reads each variable', () => {
  expect(
    readConfig({
      PUBLIC_ORIGIN: 'https://giro.example/',
      HOST: '0.0.0.0',
      PORT: '8080',
      TRUST_PROXY: 'true',
      DATABASE_URL: 'postgres://giro@db/giro',
      SENDERS_SEE: 'all',
      SESSION_IDLE_MINUTES: '5',
      SESSION_MAX_MINUTES: '60',
      REVIEW_WITHIN_HOURS: '4',
      QUOTES_PER_MINUTE: '60',
      SENDS_PER_MINUTE: '5',
      HOLD_SECONDS: '20',
      HOLD_SECONDS_NEW_RECIPIENT: '300',
      DATABASE_CONNECTIONS: '25',
      METRICS_TOKEN: 'sixteen-characters',
      LOG_LEVEL: 'silent',
    }),
  ).toMatchObject({
    publicOrigin: 'https://giro.example',
    host: '0.0.0.0',
    port: 8080,
    trustProxy: 1,
    databaseUrl: 'postgres://giro@db/giro',
    databaseConnections: 25,
    sendersSee: 'all',
    sessionIdle: 5 * 60_000,
    sessionMax: 60 * 60_000,
    reviewWithin: 4 * 60 * 60_000,
    quotesPerMinute: 60,
    sendsPerMinute: 5,
    hold: { seconds: 20, newRecipientSeconds: 300 },
    metricsToken: 'sixteen-characters',
    logLevel: 'silent',
  });
});

test.each([
  ['true', 1],
  ['1', 1],
  ['2', 2],
  ['false', 0],
  ['0', 0],
])('TRUST_PROXY %s is %i proxies', (value, proxies) => {
  expect(readConfig({ TRUST_PROXY: value }).trustProxy).toBe(proxies);
});

test.each([
  ['PORT', 'eighty'],
  ['PORT', '65536'],
  ['PORT', '1.5'],
  ['TRUST_PROXY', 'everybody'],
  ['SENDS_PER_MINUTE', '0'],
  ['DATABASE_CONNECTIONS', '0'],
  ['DATABASE_CONNECTIONS', '501'],
  ['DATABASE_CONNECTIONS', 'many'],
  ['METRICS_TOKEN', 'too-short'],
  ['METRICS_TOKEN', 'with spaces between'],
  ['QUOTES_PER_MINUTE', 'many'],
  ['REVIEW_WITHIN_HOURS', '0'],
  ['REVIEW_WITHIN_HOURS', '1.5'],
  ['REVIEW_WITHIN_HOURS', '721'],
  ['PUBLIC_ORIGIN', 'giro.example'],
  ['PUBLIC_ORIGIN', 'ftp://giro.example'],
  ['REMITTANCE_BASE_URL', 'service.example'],
  ['DATABASE_URL', 'mysql://db'],
  ['SENDERS_SEE', 'some'],
  ['HOLD_SECONDS', '-1'],
  ['HOLD_SECONDS', '3601'],
  ['HOLD_SECONDS_NEW_RECIPIENT', 'a while'],
  ['SESSION_IDLE_MINUTES', '0'],
  ['SESSION_MAX_MINUTES', 'never'],
  ['LOG_LEVEL', 'loud'],
  ['COUNTRY_FIELD_RULES', '{"ES":['],
  ['COUNTRY_FIELD_RULES', '{"ES":["bank_number"]}'],
  ['STEP_UP_ABOVE', '{"USD":'],
  ['STEP_UP_ABOVE', '["USD"]'],
  ['STEP_UP_ABOVE', '{"US D":"1"}'],
  ['APPROVE_ABOVE', '{"USD":-1}'],
  ['APPROVAL_EXPIRES_HOURS', '0'],
  ['APPROVAL_EXPIRES_HOURS', '721'],
  ['SENDERS_APPROVE', 'yes'],
  // Senders who see only their own can't see what they would approve.
  ['SENDERS_APPROVE', 'true'],
])('%s=%s is refused with the variable and the reason', (name, value) => {
  const lines = configErrors({ [name]: value });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(new RegExp(`^${name}: \\S+ \\S+`));
  expect(lines[0]).not.toBe(`${name}: Invalid input`);
});

test.each([
  ['REMITTANCE_BASE_URL', 'https://service.example/api/v3', /without \/api\/v3/],
  ['REMITTANCE_BASE_URL', 'https://service.example/api/v3/', /without \/api\/v3/],
  ['REMITTANCE_BASE_URL', 'service.example', /such as https:\/\//],
  ['PUBLIC_ORIGIN', 'send.example.com', /such as https:\/\//],
  ['PORT', 'eighty', 'must be a whole number from 0 to 65535, such as 3000'],
  ['SESSION_IDLE_MINUTES', 'never', 'must be a number of minutes above 0, such as 30'],
  ['DATABASE_URL', 'postgres://u:p@a:5432,b:5432/giro', /must name one host; for a failover/],
  ['DATABASE_URL', 'postgres:///giro?host=a,b', /must name one host/],
  ['DATABASE_URL', 'sqlite:', /sqlite: or postgres:\/\/, such as sqlite:data\/giro\.db/],
])('%s=%s is refused with what to write', (name, value, words) => {
  const [line = ''] = configErrors({ [name]: value });
  expect(line.slice(name.length + 2)).toMatch(words);
});

describe('a service over http', () => {
  const over = (host: string, env = {}) =>
    configErrors({ ...real, REMITTANCE_BASE_URL: `http://${host}`, ...env });

  test('is refused on another machine unless ALLOW_HTTP is set', () => {
    for (const host of ['10.9.9.9', 'service.example:8080', 'localhost.example']) {
      expect(over(host)).toEqual([
        expect.stringMatching(/^REMITTANCE_BASE_URL: must begin with https:\/\/.*ALLOW_HTTP=true$/),
      ]);
      expect(over(host, { ALLOW_HTTP: 'false' })).toHaveLength(1);
      expect(over(host, { ALLOW_HTTP: 'true' })).toEqual([]);
    }
    expect(over('10.9.9.9', { ALLOW_HTTP: 'yes' })).toEqual(['ALLOW_HTTP: must be true or false']);
  });

  test('is accepted on this machine', () => {
    for (const host of ['localhost:4000', '127.0.0.1', '[::1]:4000'])
      expect(over(host)).toEqual([]);
  });
});

describe('a proxy', () => {
  const proxyOf = (env: Record<string, string>) => readConfig({ ...real, ...env }).service?.proxy;

  test('is read in capital or small letters, with or without http://', () => {
    const proxy = { url: 'http://proxy.example:3128', except: '' };
    expect(proxyOf({ HTTPS_PROXY: 'http://proxy.example:3128' })).toEqual(proxy);
    expect(proxyOf({ https_proxy: 'proxy.example:3128', no_proxy: '.internal' })).toEqual({
      ...proxy,
      except: '.internal',
    });
    expect(proxyOf({})).toBeUndefined();
  });

  test('is left out for a service over http, and for the sandbox', () => {
    const here = { REMITTANCE_BASE_URL: 'http://localhost:4000', HTTPS_PROXY: 'http://proxy:1' };
    expect(proxyOf(here)).toBeUndefined();
    expect(readConfig({ HTTPS_PROXY: 'socks5://proxy' }).service).toBeNull();
  });

  test('that is no http address is refused without repeating it', () => {
    for (const HTTPS_PROXY of ['socks5://ana:hunter2@proxy', 'http://ana:hunter2@']) {
      expect(configErrors({ ...real, HTTPS_PROXY })).toEqual([
        'HTTPS_PROXY: must be an address, such as http://proxy.example:3128',
      ]);
    }
  });
});

describe('an unknown variable', () => {
  const nearest = (name: string) =>
    readConfig({ [name]: 'x' }).variableWarnings.map((line) => line.split(' ').at(-1));

  test.each([
    ['REMITANCE_BASE_URL', 'REMITTANCE_BASE_URL'],
    ['REMITTANCE_URL', 'REMITTANCE_BASE_URL'],
    ['PUBLIC_ORIGN', 'PUBLIC_ORIGIN'],
    ['OIDC_CLIENTID', 'OIDC_CLIENT_ID'],
    ['SUPPORT_MAIL', 'SUPPORT_EMAIL'],
    ['THEME_COLOUR', 'THEME_LOGO'],
    ['TRUST_PROXYS', 'TRUST_PROXY'],
  ])('%s is named with the nearest known name', (name, known) => {
    expect(readConfig({ [name]: 'x' }).variableWarnings).toEqual([
      `Giro reads no variable ${name}. The nearest name is ${known}`,
    ]);
  });

  test.each([
    ...['PATH', 'HOME', 'POST', 'LANG', 'HTTP_PROXY', 'SESSION_MANAGER', 'NODE_OPTIONS'],
    ...['GIRO_SERVICE_HOST', 'GIRO_PORT', 'GIRO_PORT_3000_TCP_ADDR', 'npm_config_port'],
  ])('%s is another program’s', (name) => {
    expect(nearest(name)).toEqual([]);
  });
});

test.each([
  ['OIDC_ROLE_CLAIM', 'role   # the claim', /^the value of OIDC_ROLE_CLAIM holds " #"/],
  ['THEME_NAME', 'Giro ', /^the value of THEME_NAME begins or ends with a space/],
])('the value of %s as %j is warned of, and not repeated', (name, value, words) => {
  const [line, ...more] = readConfig({ [name]: value }).variableWarnings;
  expect(more).toEqual([]);
  expect(line).toMatch(words);
  expect(line).not.toContain(value.trim());
});

test('a # without a space before it is part of a value', () => {
  expect(readConfig({ OIDC_ROLE_CLAIM: 'a#b' }).variableWarnings).toEqual([]);
});

test('reports every variable at fault at once', () => {
  const lines = configErrors({ PORT: 'x', LOG_LEVEL: 'loud', SENDERS_SEE: 'some' });
  expect(lines.map((line) => line.split(':')[0])).toEqual(['PORT', 'SENDERS_SEE', 'LOG_LEVEL']);
});

test('COUNTRY_FIELD_RULES replaces the table, with country codes in any case and of 2 or 3 letters', () => {
  const rules = '{"es":["iban_number"],"Usa":["aba_number","cpf_number"],"US":["aba_number"]}';
  expect(readConfig({ COUNTRY_FIELD_RULES: rules }).countryFieldRules).toEqual({
    ES: ['iban_number'],
    US: ['aba_number', 'cpf_number'],
  });
});

describe('the support contact', () => {
  test('is read from its variables', () => {
    const given = {
      SUPPORT_EMAIL: 'help@example.com',
      SUPPORT_PHONE: '+56 2 2345 6789',
      SUPPORT_URL: 'https://example.com/help',
    };
    expect(readConfig(given).support).toEqual({
      email: 'help@example.com',
      phone: '+56 2 2345 6789',
      url: 'https://example.com/help',
    });
  });

  test.each([
    ['SUPPORT_EMAIL', 'help', 'must be one email address, such as help@example.com'],
    ['SUPPORT_EMAIL', 'a@b.cl?bcc=c@d.cl', 'must be one email address, such as help@example.com'],
    ['SUPPORT_PHONE', 'call us', 'must be a phone number, such as +56 2 2345 6789'],
    [
      'SUPPORT_URL',
      'http://example.com',
      'must be an https:// address, such as https://example.com/help',
    ],
    [
      'SUPPORT_URL',
      'javascript:alert(1)',
      'must be an https:// address, such as https://example.com/help',
    ],
  ])('refuses %s=%s', (name, value, words) => {
    expect(configErrors({ [name]: value })).toEqual([`${name}: ${words}`]);
  });
});

describe('the origin of a real service', () => {
  test.each([
    [{ HOST: '0.0.0.0' }, /not set/],
    [{ TRUST_PROXY: '1' }, /not set/],
    [{ HOST: '0.0.0.0', PUBLIC_ORIGIN: 'http://send.example.com' }, /is http:/],
    [{ PUBLIC_ORIGIN: 'https://send.example.com' }, /Set TRUST_PROXY=1/],
  ])('warns about %o', (env, warning) => {
    expect(originWarnings(readConfig({ ...real, ...env }))).toEqual([
      expect.stringMatching(warning),
    ]);
  });
  test.each([
    [real],
    [{ HOST: '0.0.0.0' }],
    [{ ...real, PUBLIC_ORIGIN: 'http://localhost:3000' }],
    [{ ...real, HOST: '0.0.0.0', TRUST_PROXY: '1', PUBLIC_ORIGIN: 'https://send.example.com' }],
  ])('does not warn about %o', (env) => {
    expect(originWarnings(readConfig(env))).toEqual([]);
  });
});

test('retention is read in days and years, sends for a year or more', () => {
  const given = { RETAIN_AUDIT_DAYS: '730', RETAIN_EVENTS_DAYS: '30', RETAIN_SENDS_YEARS: '7' };
  const { retention } = readConfig({ ...given, RETAIN_NEWS_DAYS: '14', RETAIN_RATES_DAYS: '1' });
  expect(retention).toEqual({
    ...{ audit: 730 * day, events: 30 * day, news: 14 * day, rates: day, sends: 7 * 366 * day },
  });
  expect(configErrors({ RETAIN_SENDS_YEARS: '0', RETAIN_AUDIT_DAYS: 'all' })).toEqual([
    'RETAIN_AUDIT_DAYS: must be a whole number of days, 30 or more, such as 1825',
    'RETAIN_SENDS_YEARS: must be a whole number of years, 1 or more, such as 10',
  ]);
});

test('an idle time beyond the end of a session is refused', () => {
  expect(configErrors({ SESSION_IDLE_MINUTES: '60', SESSION_MAX_MINUTES: '30' })).toEqual([
    'SESSION_IDLE_MINUTES: must not be more than SESSION_MAX_MINUTES, when a session ends in any case',
  ]);
});

test('a PUBLIC_ORIGIN with a path is refused', () => {
  expect(configErrors({ PUBLIC_ORIGIN: 'https://example.com/send/' })).toEqual([
    'PUBLIC_ORIGIN: must be https://example.com without /send; Giro needs a host name of its own',
  ]);
});

test('takes a password with commas as one host', () => {
  const DATABASE_URL = 'postgres://giro:a,b@db:5432/giro?application_name=a,b';
  expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
});

test('the sandbox holds a transfer to a new recipient, a service nothing', () => {
  const holdIn = (env: Record<string, string>) => readConfig(withSandboxHold(env)).hold;
  expect(holdIn({})).toEqual({ seconds: 0, newRecipientSeconds: 20 });
  expect(holdIn({ HOLD_SECONDS_NEW_RECIPIENT: '0' })).toEqual({
    seconds: 0,
    newRecipientSeconds: 0,
  });
  expect(holdIn(real)).toEqual({ seconds: 0, newRecipientSeconds: 0 });
});

test('approvals are read with their figures, their time and who gives them', () => {
  const given = { APPROVE_ABOVE: '{"USD":"500000"}', APPROVAL_EXPIRES_HOURS: '24' };
  const team = { SENDERS_SEE: 'all', SENDERS_APPROVE: 'true' };
  expect(readConfig({ ...given, ...team }).approvals).toEqual({
    ...{ above: new Map([['USD', 500_000n]]), expiresAfter: 24 * 60 * 60_000, bySenders: true },
  });
});
