import { i18n } from '@lingui/core';
import { createElement, type ReactElement } from 'react';

/*
 * What looks the same for everybody, such as an icon or the navigation of a role, is rendered once by the server: a page
 * has dozens of such parts. A part is kept as HTML under a key that says all that it depends on, beside the language.
 * Nothing of a person may be in it: only words of the catalogue, constants, and what its key names. It may use no hook
 * but those of the language, no id of `useId`, and nothing that Intl formats, whose texts come with their own page.
 */

/** More than there are parts in all languages: then the rest is rendered each time. */
const maxKept = 1_000;

/** The tag that stands for a part, by its key and language. */
const tags = new Map<string, string>();
const htmlOf = new Map<string, string>();
const wanted = new Map<string, ReactElement>();

/** In place of a part that is kept: an empty element, which `withParts` replaces. */
function fromParts(key: string, render: () => ReactElement): ReactElement {
  const name = `${i18n.locale} ${key}`;
  const tag = tags.get(name);
  if (tag !== undefined) return createElement(tag);
  const element = render();
  if (tags.size + wanted.size < maxKept) wanted.set(name, element);
  return element;
}

/**
 * Renders a part that is the same for everybody with the same key; in the browser, just that.
 * @param key all that the part depends on, beside the language
 */
export const sameForAll = import.meta.env.SSR
  ? fromParts
  : (_key: string, render: () => ReactElement) => render();

/**
 * Puts the HTML of the kept parts into a rendered page, and renders those that it was the first to have.
 * @param render to HTML, in the language of the page
 */
export function withParts(page: string, render: (part: ReactElement) => string): string {
  const whole = filled(page);
  try {
    // A part that holds others adds them while this goes on.
    for (const [name, element] of wanted) {
      // What is left of a page that failed may be in another language.
      if (!name.startsWith(`${i18n.locale} `)) continue;
      const tag = `x-part-${tags.size}`;
      htmlOf.set(tag, filled(render(element)));
      tags.set(name, tag);
    }
  } finally {
    wanted.clear();
  }
  return whole;
}

/** What a person wrote is escaped, and so never such a tag. */
const filled = (html: string) =>
  html.replace(/<(x-part-\d+)><\/\1>/g, (_, tag) => htmlOf.get(tag) ?? '');
