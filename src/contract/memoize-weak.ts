/**
 * Memoizes a function by object identity. The cache is weak: it goes with the object. The object must
 * not change after the first call.
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
