import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isReadOfPage } from '../auth/access.ts';
import { accessRow } from '../auth/access-table.ts';
import type { Config } from '../config/config.ts';
import { ProblemError } from '../lib/problem.ts';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // The app's policy: it allows /sw.js only.
  'trusted-types giro-worker',
];

// Every feature of Chromium except those that the app uses: it copies ids, and passkeys sign in.
const allowed = ['clipboard-write', 'publickey-credentials-create', 'publickey-credentials-get'];
const denied = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'compute-pressure',
  'cross-origin-isolated',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'sync-xhr',
  'unload',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

/**
 * The security headers of every answer. They allow only what the app needs, and no caching unless a
 * route sets its own Cache-Control.
 */
export function securityHeaders(config: Config): Record<string, string> {
  const https = config.publicOrigin?.startsWith('https:') ?? false;
  return {
    'content-security-policy': policy.join(';'),
    'permissions-policy': [
      ...allowed.map((feature) => `${feature}=(self)`),
      ...denied.map((feature) => `${feature}=()`),
    ].join(', '),
    ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'cache-control': 'no-store',
  };
}

/** Sets the security headers and x-request-id, and refuses requests that a proxy may read differently. */
export function secureAnswers(app: FastifyInstance, headers: Record<string, string>) {
  app.addHook('onRequest', async (request, reply) => {
    // Its answer meets no browser, and its headers are those of the page's request.
    if (isReadOfPage(request)) return;
    void reply.headers(headers).header('x-request-id', request.id);
    const { url = '', headers: said, rawHeaders, httpVersion } = request.raw;
    // With two Host headers, a proxy may have used the other one (RFC 9112, 3.2).
    const hosts = rawHeaders.filter((text, at) => at % 2 === 0 && /^host$/i.test(text));
    if (hosts.length > 1) throw new ProblemError('invalid-request');
    // The absolute form is for proxies (RFC 9112, 3.2.2), and the router would match another path.
    const whole = url.startsWith('/') && (said.host !== undefined || httpVersion === '1.0');
    if (!whole) throw new ProblemError('invalid-request');
  });
}

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * CSRF protection: refuses an unsafe method unless Origin or Sec-Fetch-Site says same origin, and unless
 * the body is JSON, which a form of another site can't send. Warns once if people open Giro at another
 * address than PUBLIC_ORIGIN, where all of this is refused.
 */
export function requireSameOrigin(publicOrigin: string | null) {
  let hasWarned = false;

  function warnOnce(request: FastifyRequest) {
    const { origin = '', 'sec-fetch-site': site } = request.headers;
    if (hasWarned || publicOrigin === null || !URL.canParse(origin)) return;
    // From a page of this address, not of another site. Over plain http, browsers don't say which.
    if (site === undefined && new URL(origin).host !== request.host) return;
    hasWarned = true;
    const fields = { public_origin: publicOrigin, origin };
    request.log.warn(fields, 'origin: people open Giro at another address than PUBLIC_ORIGIN');
  }

  return async (request: FastifyRequest) => {
    if (safe.has(request.method)) return;
    if (accessRow(request.method, request.routeOptions.url ?? '')?.anySite) return;
    const { origin, 'sec-fetch-site': site } = request.headers;
    const own = publicOrigin ?? `${request.protocol}://${request.host}`;
    if (site !== undefined && site !== 'same-origin') throw new ProblemError('cross-site');
    if (origin === undefined ? site === undefined : origin !== own) {
      warnOnce(request);
      throw new ProblemError('cross-site');
    }
    const hasBody = request.headers['content-length'] ?? request.headers['transfer-encoding'];
    const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
    if (hasBody !== undefined && hasBody !== '0' && type !== 'application/json') {
      throw new ProblemError('not-json');
    }
  };
}
