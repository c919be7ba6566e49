import { TOTP } from 'otpauth';

/** The code that an authenticator app with this secret shows. @param at milliseconds since 1970 */
export const codeAt = (secret: string, at: number) =>
  new TOTP({ secret }).generate({ timestamp: at });
