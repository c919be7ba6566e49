import { createRequire } from 'node:module';

// A value that is shown verbatim is an element of its own. It is found as part of the sentence that a person reads.
const nodeText: { getNodeText: (node: HTMLElement) => string } = createRequire(import.meta.url)(
  '@testing-library/dom/dist/get-node-text.js',
);
const { getNodeText } = nodeText;
nodeText.getNodeText = (node) => {
  if (node.localName === 'bdi') return '';
  const values = node.querySelectorAll(':scope > bdi');
  if (values.length === 0) return getNodeText(node);
  const isPart = (child: Node) => child instanceof Text || [...values].some((one) => one === child);
  return [...node.childNodes]
    .filter(isPart)
    .map(({ textContent }) => textContent)
    .join('');
};
