import { Trans as ParsedTrans, type TransProps } from '@lingui/react';
import { createElement } from 'react';

/**
 * Replaces Lingui's `<Trans>` (`lingui.config.ts`). Lingui parses tags after it inserts the values, so a
 * nickname such as `Ana <i>Soto</i>` would lose its tags; and right-to-left text in a value would reorder
 * the words around it. Such values become a `<bdi>` element, which prevents both.
 */
export function Trans(props: TransProps) {
  const values = props.values && Object.entries(props.values);
  if (!values?.some(([, value]) => needsIsolation(value))) return createElement(ParsedTrans, props);
  const shown = values.map(([name, value]) => [
    name,
    needsIsolation(value) ? createElement('bdi', null, value) : value,
  ]);
  return createElement(ParsedTrans, { ...props, values: Object.fromEntries(shown) });
}

/** Tags, right-to-left letters and direction marks. */
const tagOrRtl = /[<\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;
const needsIsolation = (value: unknown): value is string =>
  typeof value === 'string' && tagOrRtl.test(value);
