/** The code of the innermost cause that has one, such as ECONNREFUSED or CERT_HAS_EXPIRED. */
export function causeCode(error: unknown): string | undefined {
  let code: string | undefined;
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && typeof one.code === 'string') code = one.code;
  }
  return code;
}
