import { ConfigError, readConfig } from '../../src/bff/config/config.ts';

/** The errors of the configuration in an environment, one in each line. */
export function configErrors(env: Record<string, string>): string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.lines;
    throw error;
  }
  return [];
}
