import type { Config } from './config.ts';
import { isThisMachine } from './this-machine.ts';

/** Warnings about a PUBLIC_ORIGIN that weakens the session cookie of a real service, one a line. */
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
  if (protocol === 'https:' || isThisMachine(hostname)) return [];
  return [
    'PUBLIC_ORIGIN is http: others on the network can read passwords and the session cookie. Serve Giro over https',
  ];
}
