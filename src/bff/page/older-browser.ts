import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { msg } from '#msg';
import { type AppLocale, languageTags } from '../../contract/api/languages.ts';
import { escapedHtml } from '../lib/escaped-html.ts';
import { translate } from '../lib/messages.ts';
import { requestedLocale } from '../lib/requested-locale.ts';

/** The oldest versions that run the app's scripts; what they lack is looked for in the built scripts. */
export const oldestBrowsers = { chrome: 109, safari: 15.4, firefox: 115 };

/**
 * True for a browser that can't run the app's scripts, by its own name for itself. What names itself otherwise, such
 * as a crawler or an unknown browser, gets the app: to refuse one that works is worse than an app that does not start.
 */
export function isOlderBrowser(userAgent = ''): boolean {
  if (/\b(?:MSIE |Trident\/)/.test(userAgent)) return true;
  // Every browser of an iPhone or iPad has Safari's engine in the version of the system.
  const ofSystem = /\((?:iPhone|iPad|iPod)[^)]* OS (\d+)_(\d+)/.exec(userAgent);
  if (ofSystem) return isBelow(oldestBrowsers.safari, ofSystem);
  const chrome = /\b(?:Headless)?Chrom(?:e|ium)\/(\d+)/.exec(userAgent);
  if (chrome) return isBelow(oldestBrowsers.chrome, chrome);
  const firefox = /\bFirefox\/(\d+)/.exec(userAgent);
  if (firefox) return isBelow(oldestBrowsers.firefox, firefox);
  const safari = /\bVersion\/(\d+)\.(\d+)[^(]* Safari\//.exec(userAgent);
  return safari !== null && isBelow(oldestBrowsers.safari, safari);
}

function isBelow(oldest: number, [, major, minor = '0']: RegExpExecArray): boolean {
  const [oldestMajor = 0, oldestMinor = 0] = String(oldest).split('.').map(Number);
  return (
    Number(major) < oldestMajor || (Number(major) === oldestMajor && Number(minor) < oldestMinor)
  );
}

const texts = {
  title: msg({ message: 'This browser is too old' }),
  state: msg({ message: 'Your transfers are not affected.' }),
  next: msg({
    message:
      'Update this browser, or use Chrome {chrome}, Safari {safari}, Firefox {firefox}, or newer.',
  }),
};

// Without custom properties, grid or color schemes: what the oldest of the old can show.
const style =
  'body{margin:0;background:#f7f6f2;color:#17201e;font:1.125em/1.5 Arial,sans-serif}main{max-width:32em;margin:0 auto;padding:3em 1em}h1{font-size:1.5em;line-height:1.2}';

const styleHash = createHash('sha256').update(style).digest('base64');
const policy = `default-src 'none';style-src 'sha256-${styleHash}';base-uri 'none';form-action 'none';frame-ancestors 'none'`;

/** Answers with a page without script that says which browser to use. @param name of the app */
export function answerOlderBrowser(request: FastifyRequest, reply: FastifyReply, name: string) {
  const { locale } = requestedLocale(request);
  return reply
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store' })
    .send(pageOf(locale, name));
}

function pageOf(locale: AppLocale, name: string): string {
  const versions = Object.fromEntries(
    Object.entries(oldestBrowsers).map(([browser, version]) => [browser, String(version)]),
  );
  const say = (text: keyof typeof texts) => escapedHtml(translate(locale, texts[text], versions));
  return [
    `<!doctype html><html lang="${languageTags[locale]}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${say('title')} · ${escapedHtml(name)}</title><style>${style}</style></head>`,
    `<body><main><p>${escapedHtml(name)}</p><h1>${say('title')}</h1>`,
    `<p>${say('state')}</p><p>${say('next')}</p></main></body></html>`,
  ].join('');
}
