import type { ExchangeResult, NotUnderstood } from '@patchbay/contract/platform/workspace/traffic'
import { expect, it } from 'vitest'
import { setUp as en } from '../texts/en/set-up.ts'
import { setUp as es } from '../texts/es/set-up.ts'
import { setUp as ru } from '../texts/ru/set-up.ts'
import { resultText } from './result-text.ts'

const wrong = (why: NotUnderstood, value?: string): ExchangeResult => ({
  code: 'not-understood',
  status: 200,
  why,
  ...(value !== undefined && { value }),
})

it.each<[string, ExchangeResult, string]>([
  ['HTML', wrong('html'), 'Not understood (HTTP 200): the response is an HTML page; JSON is expected'],
  [
    'an empty answer',
    wrong('empty'),
    'Not understood (HTTP 200): the response is empty; JSON with success and result is expected',
  ],
  [
    'success without a link',
    wrong('no-link'),
    'Not understood (HTTP 200): result.invoiceUrl, the payment link, is missing',
  ],
  [
    'a relative link',
    wrong('relative-link', '/pay/1'),
    'Not understood (HTTP 200): result.invoiceUrl must be a full link that begins with https:// and is "/pay/1"',
  ],
  ['no answer in time', { code: 'timeout', seconds: 5 }, 'No response within 5 s'],
  [
    '4xx with errorMsg',
    { code: 'refused', status: 400, message: 'No such shop' },
    'Refused by the module with 400: No such shop',
  ],
  [
    '4xx with another message',
    { code: 'not-understood', status: 422, why: 'http-status', value: 'shop is closed' },
    'Not understood (HTTP 422): an error without success: false: shop is closed',
  ],
])('[D-98] tells the author of a module about %s', (_name, result, sentence) => {
  expect(resultText(en, result)).toBe(sentence)
  for (const texts of [es, ru]) expect(resultText(texts, result)).not.toBe(sentence)
})
