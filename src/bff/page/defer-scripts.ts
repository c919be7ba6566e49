import { createHash } from 'node:crypto';

// A hidden page has no frames until somebody looks at it: it begins after this many milliseconds.
const longest = 300;

/** Begins what waits in the template; what is begun already leaves nothing to begin. */
const begins = [
  "const begin=()=>document.head.append(document.querySelector('template').content)",
  // A task after the frame's own work: by then it is painted.
  'requestAnimationFrame(()=>setTimeout(begin))',
  `setTimeout(begin,${longest})`,
];

/** Marks a form that is sent before anything hears it, for the app to send once it has taken it over. */
const marks = [
  "const mark=(form)=>{if(form&&!form.querySelector('[type=submit]'))form.dataset.sent=''}",
  "addEventListener('click',({target})=>mark(target.closest('form button')?.form))",
  "addEventListener('keydown',({target,key})=>mark(key==='Enter'&&target.form))",
];

const script = [...begins, ...marks].join(';');

/** Where the policy of scripts has to name what `deferScripts` writes. */
export const deferScriptsHash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/**
 * Shows what a page came painted with before its script, which is long, takes the processor: script and
 * chunks are in a template, of which a browser fetches nothing until it is taken out, after the first frame.
 */
export function deferScripts(html: string): string {
  const waiting: string[] = [];
  const rest = html.replace(
    /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g,
    (tag) => {
      waiting.push(tag);
      return '';
    },
  );
  const end = `<template>${waiting.join('')}</template><script>${script}</script></body>`;
  return rest.replace('</body>', () => end);
}
