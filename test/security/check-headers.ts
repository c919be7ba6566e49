import assert from 'node:assert/strict';
import type { Answer } from './ask.ts';

/** Checks the security headers. @throws AssertionError that names a missing or too weak header */
export function checkHeaders({ headers }: Answer) {
  const csp = String(headers['content-security-policy']);
  assert.match(csp, /^default-src 'none';/);
  assert.match(csp, /frame-ancestors 'none'/);
  assert.match(csp, /require-trusted-types-for 'script';trusted-types giro-worker$/);
  assert.doesNotMatch(csp, /unsafe|\*|https?:|data:/);
  assert.match(String(headers['permissions-policy']), /camera=\(\).*geolocation=\(\).*usb=\(\)/);
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['referrer-policy'], 'no-referrer');
  assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
  assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
  assert.equal(headers['x-frame-options'], 'DENY');
  assert.match(String(headers['x-request-id']), /^[0-9a-f-]{36}$/);
  for (const name of Object.keys(headers)) {
    assert.doesNotMatch(name, /^(server|x-powered-by|access-control-.*)$/);
  }
}
