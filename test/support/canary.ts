import { randomBytes } from 'node:crypto';

/** A unique text, so that any appearance elsewhere is a leak. */
export const canary = (name: string) => `canary-${name}-${randomBytes(12).toString('hex')}`;

/** An operator's environment for the build, with a canary in each secret. */
export const buildCanaries = (): Record<string, string> => ({
  REMITTANCE_BASE_URL: 'https://service.example',
  REMITTANCE_CLIENT_ID: canary('id'),
  REMITTANCE_CLIENT_SECRET: canary('secret'),
  GIRO_SECRET: canary('giro-secret'),
  DATABASE_URL: `postgres://giro:${canary('database')}@db.example/giro`,
  OIDC_CLIENT_SECRET: canary('oidc'),
  METRICS_TOKEN: canary('metrics'),
});
