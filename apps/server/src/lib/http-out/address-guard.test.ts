import { expect, it } from 'vitest'
import { checkUrl, isAllowedPlainly, readRules, whyAddressRefused } from './address-guard.ts'

const closed = readRules('', '80,443,8080,8443')
const opened = readRules('192.168.7.0/24, 10.1.2.3, fd00:7::/64', '80,443,8080,8443')

const INSIDE = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://0/',
  'http://0.0.0.0/',
  'http://①②⑦.⓪.⓪.①/',
  'http://127。0。0。1/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.1.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://100.64.0.1/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://198.51.100.7/',
  'http://203.0.113.9/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://192.0.0.1/',
  'http://192.88.99.1/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::127.0.0.1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b:1::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::1]/',
  'http://[fe80::1]/',
  'http://[fc00::1]/',
  'http://[fd00::1]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
  'http://[2001:db8::1]/',
  'http://[100::1]/',
  'http://[5f00::1]/',
]

const MALFORMED = [
  'ftp://shop.test/',
  'file:///etc/passwd',
  'gopher://shop.test/',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://user@shop.test/',
  'http://user:secret@shop.test/',
  'http://shop.test:22/',
  'http://shop.test:25/',
  'http://shop.test:5432/',
  'http://shop.test:6379/',
  'http://',
  'no address',
  '',
]

it.each(INSIDE)('rejects %s, which is not public', (url) => {
  expect(checkUrl(closed, url)).toMatchObject({ ok: false, reason: expect.stringContaining('public') })
})

it.each(MALFORMED)('rejects %j as malformed', (url) => {
  expect(checkUrl(closed, url)).toMatchObject({ ok: false })
})

it('allows public addresses and names; names are checked when they are resolved', () => {
  for (const url of [
    'https://shop.test/hook',
    'http://93.184.216.34/',
    'https://[2606:4700::1111]/',
    'https://shop.test:8443/',
    'http://localhost./',
  ]) {
    expect(checkUrl(closed, url), url).toMatchObject({ ok: true })
  }
})

it('allows only the internal networks that the operator listed', () => {
  expect(whyAddressRefused(opened, '192.168.7.9')).toBeUndefined()
  expect(whyAddressRefused(opened, '::ffff:192.168.7.9')).toBeUndefined()
  expect(whyAddressRefused(opened, '10.1.2.3')).toBeUndefined()
  expect(whyAddressRefused(opened, 'fd00:7::1')).toBeUndefined()
  for (const address of ['192.168.8.9', '10.1.2.4', 'fd00:8::1', '127.0.0.1', 'not an address'])
    expect(whyAddressRefused(opened, address), address).toBeDefined()
})

it('lets plain HTTP carry secrets only to an address that the operator listed', () => {
  expect(isAllowedPlainly(opened, 'http://192.168.7.9:8080/realm')).toBe(true)
  expect(isAllowedPlainly(opened, 'http://[fd00:7::1]/')).toBe(true)
  for (const url of [
    'http://192.168.8.9/',
    'http://93.184.216.34/',
    'http://id.test/',
    'https://192.168.7.9/',
    'no URL',
  ])
    expect(isAllowedPlainly(opened, url), url).toBe(false)
  expect(isAllowedPlainly(closed, 'http://127.0.0.1/')).toBe(false)
})
