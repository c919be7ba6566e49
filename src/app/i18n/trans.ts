import { Trans as ParsedTrans, type TransProps } from '@lingui/react';
import { createElement, Fragment, type ReactNode } from 'react';

/**
 * Replaces Lingui's `<Trans>` (`lingui.config.ts`). A value that is a text is a name, an amount, a number, a code
 * or a time, and is shown `verbatim`; words that may be translated are given by `words`. Lingui parses tags
 * after it inserts the values, so a nickname such as `Ana <i>Soto</i>` would lose its tags in a text.
 */
export function Trans(props: TransProps) {
  if (!props.values) return createElement(ParsedTrans, props);
  const shown = Object.entries(props.values).map(([name, value]) => [
    name,
    typeof value === 'string' ? verbatim(value) : value,
  ]);
  return createElement(ParsedTrans, { ...props, values: Object.fromEntries(shown) });
}

/** A text that a browser that translates the page leaves as it is, and that does not reorder what is around it. */
export function verbatim(text: ReactNode): ReactNode {
  if (!text) return text;
  if (typeof text !== 'string' || !figure.test(text))
    return createElement('bdi', { translate: 'no' }, text);
  return createElement('bdi', { translate: 'no', ...isFigure }, ...breakable(text));
}

/** An amount or a rate: see `[data-figure]` of `base.css`. */
const figure = /^(1\u00a0)?[A-Z]{2,}\u00a0/;
const isFigure = { 'data-figure': '' };

/** With a place to break after each space, for a line that is narrower than the whole. */
const breakable = (text: string): ReactNode[] =>
  text
    .split('\u00a0')
    .flatMap((part, at) => (at > 0 ? ['\u00a0', createElement('wbr', { key: at }), part] : part));

/** Words as a value of `<Trans>`: those of a country, a field or the service. They do not reorder what is around them. */
export const words = (text: ReactNode): ReactNode =>
  text ? createElement('bdi', null, text) : text;

/** A sentence in which the first of each value is shown `verbatim`. */
export function withVerbatim(
  sentence: string,
  ...values: readonly (string | null | undefined)[]
): ReactNode {
  const [value, ...others] = values;
  if (!value) return values.length > 1 ? withVerbatim(sentence, ...others) : sentence;
  const at = sentence.indexOf(value);
  if (at < 0) return withVerbatim(sentence, ...others);
  return createElement(
    Fragment,
    null,
    withVerbatim(sentence.slice(0, at), ...others),
    verbatim(value),
    withVerbatim(sentence.slice(at + value.length), ...others),
  );
}
