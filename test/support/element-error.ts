const maxLines = 40;
const maxWidth = 120;

// The landmarks of a page's outline.
const landmarks =
  'h1, h2, h3, [role=alert], [role=status], dialog, legend, label, button, a, summary, caption, tr';

/** Testing Library's error with a short outline of the page instead of its whole HTML. */
export function elementError(message: string | null, container: Element): Error {
  const [what] = message?.split(/\n\n(?:Here are the accessible roles|On the page):/) ?? [];
  // Without a message, Testing Library asks for the outline of one element.
  const shallow = () => container.outerHTML.slice(0, maxWidth);
  const error = new Error(what === undefined ? shallow() : `${what}\n\n${describePage(container)}`);
  error.name = 'TestingLibraryElementError';
  Error.captureStackTrace(error, elementError);
  return error;
}

/** Headings, messages, fields, buttons and links, in document order. */
function describePage(container: Element): string {
  const lines = [...container.querySelectorAll(landmarks)].flatMap((element) => {
    const text = element.getAttribute('aria-label') ?? element.textContent.replace(/\s+/g, ' ');
    return text.trim() === '' ? [] : [`<${element.localName}> ${text.trim().slice(0, maxWidth)}`];
  });
  const more = lines.length - maxLines;
  return [
    'On the page:',
    ...lines.slice(0, maxLines),
    ...(more > 0 ? [`and ${more} more; screen.debug() shows all`] : []),
  ].join('\n');
}
