import * as z from 'zod/mini';
import { firstData, firstDataId, firstDataKey } from '../../contract/api/first-data.ts';

// What came with the page is as old as the page.
const freshFor = 10_000;

let answers: z.infer<typeof firstData> | undefined;

/** The answer to a read that came with the page; each is taken once, for the next one is to be new. */
export function takeFirstData(url: string): Response | undefined {
  answers ??= read();
  const key = firstDataKey(url);
  const answer = answers[key];
  delete answers[key];
  if (!answer || performance.now() > freshFor) return undefined;
  return new Response(JSON.stringify(answer.body), { status: answer.status });
}

function read(): z.infer<typeof firstData> {
  const block = document.getElementById(firstDataId)?.textContent;
  return block ? z.parse(firstData, JSON.parse(block)) : {};
}
