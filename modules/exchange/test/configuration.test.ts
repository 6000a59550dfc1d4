import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSettings } from '../src/settings.ts'
import { renderConfiguration, writeConfiguration } from '../src/sip/kamailio.ts'

const DATABASE = 'postgres://exchange:very-secret@127.0.0.1:5432/exchange'

const TLS = { TLS_KEY: '/k.pem', TLS_CERTIFICATE: '/c.pem', TLS_PORT: '5061' }

it.each([
  ['without carriers', {}],
  ['with carriers', { CARRIERS: '192.0.2.1, 192.0.2.2' }],
  ['with TLS', TLS],
  ['with TLS and authorities', { ...TLS, TLS_AUTHORITIES: '/etc/ssl/certs/ca-certificates.crt' }],
])('Kamailio accepts the configuration %s; only its user can read the password in it', (_name, environment) => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-configuration-'))
  const file = writeConfiguration(folder, readSettings({ EXCHANGE_DATABASE_URL: DATABASE, ...environment }))
  const { stderr, status } = spawnSync('kamailio', ['-c', '-f', file, '-Y', folder], { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  rmSync(folder, { recursive: true })
})

it('fills in every place, and trusts no address that only looks like a carrier', () => {
  const text = renderConfiguration(
    readSettings({ EXCHANGE_DATABASE_URL: DATABASE, CARRIERS: '192.0.2.1', ...TLS }),
    '/run',
  )
  expect(text).not.toMatch(/@[A-Z_]+@/)
  expect(text).toContain('$si =~ "^(192\\.0\\.2\\.1)$"')
})

it.each([
  [{}, 'EXCHANGE_DATABASE_URL is not set'],
  [{ EXCHANGE_DATABASE_URL: DATABASE, RING_SECONDS: 'long' }, 'long is not a number'],
])('a wrong environment %j gets a sentence', (environment, sentence) => {
  expect(() => readSettings(environment)).toThrow(sentence)
})

it('reads the setup file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-setup-'))
  const file = join(folder, 'setup.json')
  writeFileSync(file, JSON.stringify({ telephones: [{ code: '101', password: 'x' }] }))
  expect(readSettings({ EXCHANGE_DATABASE_URL: DATABASE, SETUP_FILE: file }).setup?.telephones).toHaveLength(1)
  rmSync(folder, { recursive: true })
})
