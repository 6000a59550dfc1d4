import { expect, it } from 'vitest'
import { redactBody, redactFields, redactUrl, removeSecrets } from './redact.ts'

it('removes keys, tokens and secrets wherever they occur', () => {
  expect(redactUrl('https://a.test/api/v5/orders?apiKey=pb_secret&limit=20')).toBe(
    'https://a.test/api/v5/orders?apiKey=[removed]&limit=20',
  )
  expect(redactBody('apiKey=pb_secret&integrationModule={"code":"a","token":"t"}')).toBe(
    '{"apiKey":"[removed]","integrationModule":"{\\"code\\":\\"a\\",\\"token\\":\\"[removed]\\"}"}',
  )
  expect(redactBody('{"info":{"mgTransport":{"endpointUrl":"https://a.test","token":"abc"}}}')).toBe(
    '{"info":{"mgTransport":{"endpointUrl":"https://a.test","token":"[removed]"}}}',
  )
})

it('masks phones, cards, emails and names, and keeps the shape', () => {
  expect(redactFields({ phone: '+79001234567', codes: ['101'], firstName: 'Ann' })).toBe(
    '{"phone":"+79*******67","codes":["101"],"firstName":"A***"}',
  )
  expect(redactUrl('https://pbx.test/call?phone=%2B15550100123&code=101')).toBe(
    'https://pbx.test/call?phone=+15*******23&code=101',
  )
  expect(redactBody('card 4111 1111 1111 1111 of ann@shop.test')).toBe('card 41************11 of a***@shop.test')
  expect(redactFields({ at: '2026-11-15 10:00:00', uuid: '0b9c6e6e-7d4e-4a7e-9d57-000000000001', id: 17 })).toContain(
    '2026-11-15 10:00:00',
  )
})

it('removes secrets from truncated text and other formats', () => {
  expect(redactBody('{"success":true,"info":{"token":"abc","ap')).toBe(
    '{"success":true,"info":{"token":"[removed]","ap',
  )
  expect(redactBody('<a href="/x?apiKey=pb_secret&amp;y=1">')).toBe('<a href="/x?apiKey=[removed]&amp;y=1">')
})

const KEY = `pb_abcd1234_${'Ab3-'.repeat(10)}xyz123456`
const TOKEN = `${'aB3_'.repeat(10)}xyz`
const SECRET = `whsec_${'aB3/'.repeat(10)}xyz=`

it('recognises keys, tokens and secrets that have no name', () => {
  expect(redactBody(`key ${KEY}, token ${TOKEN} and ${SECRET}`)).toBe('key [removed], token [removed] and [removed]')
  expect(redactUrl(`/api/v5/customers/${KEY}`)).toBe('/api/v5/customers/[removed]')
  expect(removeSecrets(`payment 1234567890123 of ann@shop.test with ${TOKEN}, "secret": "a b"`)).toBe(
    'payment 1234567890123 of ann@shop.test with [removed], "secret": "[removed]"',
  )
  const harmless = '/api/v5/integration-modules/pbx/edit 0b9c6e6e-7d4e-4a7e-9d57-0000000000ab'
  expect(redactBody(harmless)).toBe(harmless)
})

it('masks people in paths, and in forms and JSON that are part of a text', () => {
  expect(redactUrl('/api/v5/customers/ann.b%40shop.test')).toBe('/api/v5/customers/a***@shop.test')
  expect(redactUrl('/api/v5/customers/%2B46701234567?by=id')).toBe('/api/v5/customers/+46*******67?by=id')
  expect(redactUrl('/api/v5/customers/a%20b')).toBe('/api/v5/customers/a%20b')
  expect(redactBody('failed for {\\"firstName\\":\\"Ann\\"} {"nickname":"ann b"}')).toBe(
    'failed for {\\"firstName\\":\\"[removed]\\"} {"nickname":"[removed]"}',
  )
  expect(redactBody('failed for create=%7B%22lastName%22%3A%22Ann%20B%22%2C%22phone%22%3A%22%2B46701234567%22')).toBe(
    'failed for create=%7B%22lastName%22%3A%22[removed]%22%2C%22phone%22%3A%22%2B46*******67%22',
  )
})

it('accepts text that is not JSON, and truncates long text', () => {
  expect(redactBody('<html>oops')).toBe('<html>oops')
  expect(redactBody('{"broken":')).toBe('{"broken":')
  expect(redactBody('x'.repeat(20_000))).toHaveLength(8_000)
})

it('redacts a long message up to where it is cut off', () => {
  const line = { email: 'ann@fern.test', phone: '+12025550123', more: ['x', 1, { token: 'abc' }] }
  const shown = redactFields(line)
  const whole = `[${Array.from({ length: 1_000 }, () => shown).join(',')}]`
  expect(redactFields(Array.from({ length: 1_000 }, () => line))).toBe(whole.slice(0, 8_000))
  expect(redactBody(JSON.stringify(Array.from({ length: 1_000 }, () => line)))).toBe(whole.slice(0, 8_000))
})

it('[D-120] leaves out what follows # in a link', () => {
  const link = 'https://pbx.test/softphone?theme=dark#t=4f1b'
  expect(redactBody(JSON.stringify({ url: link }))).toBe('{"url":"https://pbx.test/softphone?theme=dark#[removed]"}')
  expect(redactBody(`open ${link} now`)).toBe('open https://pbx.test/softphone?theme=dark#[removed] now')
  expect(redactBody('order #17 of https://shop.test')).toBe('order #17 of https://shop.test')
})
