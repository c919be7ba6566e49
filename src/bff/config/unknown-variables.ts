import leven from 'leven';

/** Words that only variables of Giro are expected to begin with. */
const family = /^(REMITTANCE|GIRO|OIDC|THEME|SUPPORT|SMTP|MAIL)_/;
/** Kubernetes sets these for a service that is called giro. */
const ofKubernetes = /_SERVICE_(HOST|PORT)|_PORT(_\d+_|$)/;
/** A variable of other programs that looks like one of Giro. */
const ofOthers = ['HTTP_PROXY'];
/** Shorter names are near to too many others. */
const minComparedLength = 8;
const maxDistance = 2;

/**
 * A line for each variable that seems to be meant for Giro, but is none that it reads.
 * @param known the names that Giro reads
 */
export function unknownVariables(names: readonly string[], known: readonly string[]): string[] {
  return names.flatMap((name) => {
    if (known.includes(name) || ofOthers.includes(name) || ofKubernetes.test(name)) return [];
    const prefix = family.exec(name)?.[0] ?? '';
    const [nearest] = known
      .filter((other) => other.startsWith(prefix))
      .map((other) => ({ other, distance: leven(name, other) }))
      .sort((a, b) => a.distance - b.distance);
    if (!nearest) return [];
    const isNear = nearest.distance <= maxDistance && name.length >= minComparedLength;
    if (!isNear && prefix === '') return [];
    return [`Giro reads no variable ${name}. The nearest name is ${nearest.other}`];
  });
}

/**
 * A line for each value that seems to hold a comment or a stray space: systemd's EnvironmentFile keeps both, a `.env`
 * of Node does not. The value is not repeated: it may be a secret.
 */
export function oddValues(
  given: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): string[] {
  return known.flatMap((name) => {
    const value = given[name] ?? '';
    if (/\s#/.test(value)) {
      return [
        `the value of ${name} holds " #", as of a comment. Write comments on lines of their own`,
      ];
    }
    return value === value.trim()
      ? []
      : [`the value of ${name} begins or ends with a space. Remove it`];
  });
}
