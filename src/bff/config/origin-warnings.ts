import { isThisMachine } from '../lib/this-machine.ts';
import type { Config } from './config.ts';

/** Warnings about how a real service is reached: what weakens the session cookie or the limits, one a line. */
export function originWarnings(config: Config): string[] {
  const { service, publicOrigin, host, trustProxy } = config;
  if (!service) return [];
  const isReachable = !isThisMachine(host) || trustProxy > 0;
  if (publicOrigin === null) {
    return isReachable
      ? [
          'PUBLIC_ORIGIN is not set: the session cookie also travels over http, and any host name is accepted. Set it to the address where people open Giro, such as https://send.example.com',
        ]
      : [];
  }
  const { protocol, hostname } = new URL(publicOrigin);
  // Giro itself speaks http only, so that a proxy ends TLS.
  if (protocol === 'https:' && trustProxy === 0) {
    return [
      'PUBLIC_ORIGIN is https and TRUST_PROXY is 0 or not set: all people come from the address of your proxy and share the limits of one. Set TRUST_PROXY=1, or the number of your proxies',
    ];
  }
  if (protocol === 'https:' || isThisMachine(hostname)) return [];
  return [
    'PUBLIC_ORIGIN is http: others on the network can read passwords and the session cookie. Serve Giro over https',
  ];
}
