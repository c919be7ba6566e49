import { Trans as ParsedTrans, type TransProps } from '@lingui/react';
import { createElement } from 'react';

/**
 * What every `<Trans>` becomes (`lingui.config.ts`). The library looks for the elements of a message
 * after its values are in place, so that a nickname such as `Ana <i>Soto</i>` would lose its tags; and
 * a name that is written from right to left, or says so, would turn the words around it. As an element
 * of its own such a text is shown as it is, and turns itself alone.
 */
export function Trans(props: TransProps) {
  const values = props.values && Object.entries(props.values);
  if (!values?.some(([, value]) => isRead(value))) return createElement(ParsedTrans, props);
  const shown = values.map(([name, value]) => [
    name,
    isRead(value) ? createElement('bdi', null, value) : value,
  ]);
  return createElement(ParsedTrans, { ...props, values: Object.fromEntries(shown) });
}

/** Tags, letters that are written from right to left, and marks of direction. */
const read = /[<\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;
const isRead = (value: unknown): value is string => typeof value === 'string' && read.test(value);
