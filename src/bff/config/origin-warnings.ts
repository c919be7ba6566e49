import type { Config } from './config.ts';

const localHosts = ['localhost', '127.0.0.1', '::1', '[::1]'];

/** What makes the cookie weaker than it could be before a real service, a line each. */
export function originWarnings(config: Config): string[] {
  const { service, publicOrigin, host, trustProxy } = config;
  if (!service) return [];
  const isReachable = !localHosts.includes(host) || trustProxy > 0;
  if (publicOrigin === null) {
    return isReachable
      ? [
          'PUBLIC_ORIGIN is not set: the cookie is not bound to https, and any host name counts as ours; give where people reach Giro, such as https://send.example.com',
        ]
      : [];
  }
  const { protocol, hostname } = new URL(publicOrigin);
  if (protocol === 'https:' || localHosts.includes(hostname)) return [];
  return [
    'PUBLIC_ORIGIN is http: passwords and the cookie can be read on the way; serve people by https',
  ];
}
