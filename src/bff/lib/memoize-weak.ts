/**
 * What is made of an object, made once for it: for what takes long over all rows and is asked for by
 * many. The object must not change afterwards.
 */
export function memoizeWeak<Of extends object, Made extends object | string>(
  make: (of: Of) => Made,
): (of: Of) => Made {
  const kept = new WeakMap<Of, Made>();
  return (of) => {
    const known = kept.get(of);
    if (known) return known;
    const made = make(of);
    kept.set(of, made);
    return made;
  };
}
