import { expect, it } from 'vitest'
import { verdictLine } from './verdict-line.ts'

it.each([
  [true, { code: 'accepted', status: 200 }, 'ok: accepted'],
  [false, { code: 'refused', message: 'No such shop' }, 'NOT OK: refused (No such shop)'],
  [
    false,
    { code: 'not-understood', why: 'html' },
    'NOT OK: not-understood (the answer is an HTML page; JSON is expected)',
  ],
  [
    false,
    { code: 'not-understood', why: 'no-link' },
    'NOT OK: not-understood (result.invoiceUrl, the payment link, is missing)',
  ],
  [
    false,
    { code: 'not-understood', why: 'relative-link', value: '/pay/1' },
    'NOT OK: not-understood (result.invoiceUrl must be a full link that begins with https://: "/pay/1")',
  ],
  // Of a system that is newer than this package.
  [false, { code: 'not-understood', why: 'too-blue' }, 'NOT OK: not-understood (too-blue)'],
  [false, { code: 'timeout', seconds: 5 }, 'NOT OK: timeout (no answer within 5 s)'],
  [false, { code: 'unsent', detail: 'ENOTFOUND' }, 'NOT OK: unsent (ENOTFOUND)'],
])('[D-98] tail says in one line how an exchange was judged: %s %j', (ok, result, line) => {
  expect(verdictLine({ ok, result })).toBe(line)
})
