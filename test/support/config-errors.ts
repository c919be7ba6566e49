import { ConfigError, readConfig } from '../../src/bff/config/config.ts';

/** What the configuration complains of in an environment, a line each. */
export function configErrors(env: Record<string, string>): string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.lines;
    throw error;
  }
  return [];
}
