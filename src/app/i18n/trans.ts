import { useLingui } from '@lingui/react';
import { cloneElement, createElement, Fragment, type ReactElement, type ReactNode } from 'react';

type Elements = Record<string, ReactElement<{ children?: ReactNode }>>;

type TransProps = {
  id: string;
  /** In English; not in the production build. */
  message?: string;
  values?: Record<string, ReactNode>;
  components?: Elements;
};

/**
 * Stands in for Lingui's `<Trans>` (`lingui.config.ts`). A value that is a text is a name, an amount, a number, a code
 * or a time, and is shown `verbatim`; words that may be translated are given by `words`. A value that is an element
 * stands in the message as a tag, so that a nickname such as `Ana <i>Soto</i>` keeps its own. One component, where
 * Lingui's has four: pages have dozens of messages.
 */
export function Trans({ id, message, values, components }: TransProps): ReactNode {
  // Its `_` is of the language that is rendered; a change of it renders this again.
  const { _: say } = useLingui();
  const options = message === undefined ? {} : { message };
  if (!values) return inserted(say(id, undefined, options), components ?? {});
  const elements: Elements = { ...components };
  const texts: Record<string, unknown> = {};
  let count = Object.keys(elements).length;
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'number' || value === '') texts[name] = value;
    else {
      const shown = typeof value === 'string' ? verbatim(value) : value;
      elements[count] = createElement(Fragment, null, shown);
      texts[name] = `<${count}/>`;
      count += 1;
    }
  }
  return inserted(say(id, texts, options), elements);
}

const tags = /<(\w+)>([\s\S]*?)<\/\1>|<(\w+)\/>/g;

/** A message with its elements in place of the tags. */
function inserted(text: string, elements: Elements): ReactNode {
  if (!text.includes('<')) return text;
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: tag, 1: name, 2: children, 3: alone = '', index: at } of text.matchAll(tags)) {
    if (at > end) parts.push(text.slice(end, at));
    end = at + tag.length;
    const element = elements[name ?? alone] ?? createElement(Fragment);
    const inner = children ? inserted(children, elements) : element.props.children;
    parts.push(cloneElement(element, { key: parts.length }, inner));
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts.length === 1 ? parts[0] : parts;
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
