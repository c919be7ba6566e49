import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { TLSSocket } from 'node:tls';
import { maxOddRows } from '../../contract/api/support.ts';
import { operations } from '../../contract/operations.ts';
import type { ServiceAccess } from '../config/config.ts';
import { causeCode } from '../lib/cause-code.ts';
import { dateOf } from '../service/answer.ts';
import { probeBody } from '../service/body-probe.ts';
import type { ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import { createHttp } from '../service/http.ts';
import type { Service } from '../service/service.ts';
import { printable } from './command.ts';

type Advice = readonly [wrong: string, toDo: string];

const addressAdvice = 'Check the address in REMITTANCE_BASE_URL';

/** By kind of failure: what is wrong, and what to do. */
const byKind = {
  refused: [
    'the service refused a plain read',
    'Check that REMITTANCE_BASE_URL is its address without /api/v3',
  ],
  credentials: [
    'the service rejects REMITTANCE_CLIENT_ID and REMITTANCE_CLIENT_SECRET',
    'Check both with its operator',
  ],
  'not-written': [
    'nothing answers at REMITTANCE_BASE_URL',
    'Check the address, the network and DNS',
  ],
  timeout: ['the service did not answer in time', 'Try again, then ask its operator'],
  broken: ['the service closed the connection or answered with an error', 'Ask its operator'],
  redirected: [
    'the service redirects',
    'Set REMITTANCE_BASE_URL to the address that it redirects to',
  ],
  unreadable: [
    'the answer does not match the contract',
    'Check that REMITTANCE_BASE_URL is the right address, and that no other server or proxy answers there',
  ],
  busy: ['the service asks for fewer calls', 'Try again later'],
} as const satisfies Record<string, Advice>;

const unreachable: Advice = [
  'the service can’t be reached',
  'Check the address, the network and the firewall',
];
const unknownIssuer: Advice = [
  'the certificate of the service has an unknown issuer',
  'If you trust its CA, set NODE_EXTRA_CA_CERTS to a PEM file with it',
];

/** By code of Node or undici, for a call that found no service. */
const byCode: Record<string, Advice> = {
  ECONNREFUSED: ['nothing answers at REMITTANCE_BASE_URL', 'Check its port, and that it runs'],
  ENOTFOUND: ['the host in REMITTANCE_BASE_URL is unknown', 'Check its name, and DNS'],
  EAI_AGAIN: ['DNS can’t resolve the host in REMITTANCE_BASE_URL now', 'Check DNS'],
  ECONNRESET: ['the connection was closed while it was made', addressAdvice],
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: unreachable,
  UND_ERR_CONNECT_TIMEOUT: unreachable,
  UND_ERR_ABORTED: [
    'the proxy in HTTPS_PROXY did not connect',
    'Check its user and password, and that it allows the service',
  ],
  CERT_HAS_EXPIRED: [
    'the certificate of the service has expired',
    'Ask its operator for a new one, and check this machine’s clock',
  ],
  CERT_NOT_YET_VALID: [
    'the certificate of the service is not valid yet',
    'Check this machine’s clock, then ask its operator',
  ],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'the certificate of the service is for another host',
    'Set REMITTANCE_BASE_URL to the name in the certificate',
  ],
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownIssuer,
  SELF_SIGNED_CERT_IN_CHAIN: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
};

const noTls: Advice = [
  'the service does not answer with TLS',
  'Check the port in REMITTANCE_BASE_URL, and whether it begins with http:// or https://',
];
const noHttp: Advice = [
  'what answers does not speak HTTP',
  'Check the port in REMITTANCE_BASE_URL; if the service uses TLS, write https://',
];

/** What is wrong with a call to the service, and what to do, in one line. */
export function explainService(error: ServiceError, { baseUrl, proxy }: ServiceAccess): string {
  // Without a token no call is written: the failure of the token call is the one to report.
  const first = error.kind === 'not-written' && error.cause instanceof ServiceError;
  const { kind, message } = first && error.cause instanceof ServiceError ? error.cause : error;
  const code = causeCode(error);
  const [wrong, toDo] = adviceFor(kind, code, baseUrl);
  // These messages are Giro's own and name the row or address. A refusal's message is the service's.
  const isOwn = kind === 'unreadable' || kind === 'redirected';
  const detail = code ?? (isOwn ? message : undefined);
  const told = detail === undefined ? `${wrong}. ${toDo}` : `${wrong} (${detail}). ${toDo}`;
  const isOnTheWay = proxy !== undefined && kind === 'not-written';
  return isOnTheWay ? `${told}. Calls go through HTTPS_PROXY: check it too` : told;
}

function adviceFor(kind: keyof typeof byKind, code: string | undefined, baseUrl: string): Advice {
  const isTls = baseUrl.startsWith('https:');
  if (code !== undefined && kind === 'not-written') {
    if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return noTls;
    return byCode[code] ?? byKind[kind];
  }
  // A server that expects TLS answers plain HTTP with an alert, or closes the connection.
  const isClosed = code === 'UND_ERR_SOCKET' || code === 'ECONNRESET';
  if (code?.startsWith('HPE_') || (isClosed && !isTls)) return noHttp;
  return byKind[kind];
}

type Connection = {
  /** The end of the service's certificate in milliseconds since 1970; null without TLS. */
  certificateEnds: number | null;
  /** The service's clock minus this machine's, in milliseconds; null without a Date header. */
  ahead_ms: number | null;
};

/**
 * Connects to the service and makes one call without credentials, whatever it answers.
 * @throws ServiceError
 */
export async function connectService(
  access: ServiceAccess,
  now: () => number,
): Promise<Connection> {
  const http = createHttp({ ...access, timeouts });
  const channel = 'undici:client:connected';
  let certificateEnds: number | null = null;
  const onConnected = (message: unknown) => {
    const isMessage = typeof message === 'object' && message !== null && 'socket' in message;
    if (!isMessage || !(message.socket instanceof TLSSocket)) return;
    certificateEnds = Date.parse(message.socket.getPeerCertificate().valid_to);
  };
  subscribe(channel, onConnected);
  try {
    const { method, path } = operations.listCurrencies;
    const { headers } = await http.send({ method, path: path(), headers: {} });
    const date = dateOf(headers);
    return { certificateEnds, ahead_ms: date === undefined ? null : date - now() };
  } finally {
    unsubscribe(channel, onConnected);
    await http.close();
  }
}

const timeouts = { connect: 3_000, headers: 10_000, body: 10_000, total: 15_000 };

/** True for a failure that every further call to the service would meet too. */
export function isLost(error: unknown): boolean {
  const lost = ['not-written', 'timeout', 'broken', 'credentials', 'busy'];
  return error instanceof ServiceError && lost.includes(error.kind);
}

/** A named read of each list that Giro needs, and what it found. */
export function reads({ client }: Service): [string, () => Promise<string>][] {
  const count = (of: string, read: () => Promise<unknown[]>) => async () => {
    const { length } = await read();
    const { odd = [] } = client.lists.report().find(({ list }) => of.endsWith(list)) ?? {};
    if (odd.length === 0) return `${length} ${of}`;
    const named = odd.slice(0, maxOddRows).map((row) => `${nameOf(row)} (${row.field})`);
    throw new Error(
      `${length} ${of} read, ${odd.length} left out because a field can't be read: ${named.join(', ')}. Ask the service's operator`,
    );
  };
  return [
    ['countries', count('assets and countries', () => client.listCountries())],
    ['currencies', count('currencies', () => client.listCurrencies())],
    ['banks', count('banks', () => client.listBanks())],
    ['accounts', count('destination accounts', () => client.listAccounts())],
    ['transfers', count('transfers', () => client.listTransfers())],
    ['estimate', () => checkEstimate(client)],
  ];
}

const bodyAdvice =
  'Call the service without the proxy, cache or firewall in between, or have it pass the body on';

/** Asks for an estimate, a GET with a body (contract 4.2). @throws Error that says what becomes of the body */
async function checkEstimate(client: ServiceClient): Promise<string> {
  const probe = await probeBody(client);
  switch (probe.is) {
    case 'arrives':
      return 'the service reads the body of a GET request (contract 4.2)';
    case 'dropped':
      throw new Error(
        `every estimate gets the answer of a request without a body (${printable(probe.answer)}): something between Giro and the service drops the body of GET requests (contract 4.2). ${bodyAdvice}`,
      );
    case 'rejected':
      throw new Error(
        `the service answers a GET request without a body, and not one with it (${printable(probe.answer)}): something between Giro and the service rejects the body of GET requests (contract 4.2). ${bodyAdvice}`,
      );
    case 'no-rate':
      throw new Error(
        `no estimate has a rate, and a request without a body gets the same answer (${printable(probe.answer)}). Ask the service's operator whether this client has rates; if it does, something drops the body of GET requests (contract 4.2). ${bodyAdvice}`,
      );
  }
}

const nameOf = ({ id, place }: { id: string | null; place: number }) =>
  id === null ? `row ${place + 1}` : `id ${id}`;
