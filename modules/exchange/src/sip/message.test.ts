import { expect, it } from 'vitest'
import { authorize, ha1Of } from './digest.ts'
import { formatMessage, headerOf, headersOf, parameterOf, parseMessage, uriOf, userOf } from './message.ts'

const INVITE = [
  'INVITE sip:+15559000@127.0.0.1 SIP/2.0',
  'v: SIP/2.0/UDP 10.0.0.1:5060;branch=z9hG4bK1, SIP/2.0/UDP 10.0.0.2;branch=z9hG4bK2',
  'Record-Route: <sip:10.0.0.1;r2=on;lr>,<sip:10.0.0.3;lr>',
  'f: "Smith, John" <sip:%2B15550100@carrier.test>;tag=a1',
  'To: <sip:+15559000@127.0.0.1>',
  'Subject: folded',
  ' line',
  'i: call-1',
  'CSeq: 1 INVITE',
  '',
  'v=0',
].join('\r\n')

it('reads compact, repeated, listed and folded headers', () => {
  const message = parseMessage(INVITE) ?? expect.fail('not read')
  expect(headersOf(message, 'via').map((via) => parameterOf(via, 'branch'))).toEqual(['z9hG4bK1', 'z9hG4bK2'])
  expect(headersOf(message, 'record-route')).toHaveLength(2)
  expect(headerOf(message, 'subject')).toBe('folded line')
  const from = headerOf(message, 'from')
  expect([userOf(uriOf(from)), parameterOf(from, 'tag')]).toEqual(['+15550100', 'a1'])
  expect(message.body).toBe('v=0')
})

it('what is written is read as the same', () => {
  const message = parseMessage(INVITE) ?? expect.fail('not read')
  const again = parseMessage(formatMessage(message)) ?? expect.fail('not read')
  expect(again.headers.filter(([name]) => name !== 'content-length')).toEqual(message.headers)
  expect(formatMessage(message)).toContain('Content-Length: 3\r\n\r\nv=0')
})

it.each(['', '\r\n\r\n', 'hello', 'GET / HTTP/1.1\r\n\r\n'])('%j is no SIP', (text) => {
  expect(parseMessage(text)).toBeUndefined()
})

it('a parameter of the URI is not one of the header', () => {
  expect(parameterOf('<sip:a@b;tag=inside>;tag=outside', 'tag')).toBe('outside')
})

it('answers a digest challenge (the example of RFC 2617)', () => {
  const header = authorize(
    'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"',
    { user: 'Mufasa', password: 'Circle Of Life' },
    { method: 'GET', uri: '/dir/index.html', cnonce: '0a4f113b' },
  )
  expect(header).toContain('response="6629fae49393a05397450978507c4ef1"')
  expect(ha1Of('Mufasa', 'testrealm@host.com', 'Circle Of Life')).toBe('939e7578ed9e3c518a452acee763bce9')
})
