import { describe, expect, it } from 'vitest'
import { isMember, isUnpacked, readArchiveManifest, readFileLine, readTarLine, whyNotRow } from './archive-rules.ts'

const ID = '11111111-1111-4111-8111-111111111111'
const SUM = 'a'.repeat(64)
const TABLES = ['account', 'call']
const RELEASE = { tables: TABLES, migrations: ['0001-first', '0002-second'] }

describe('[D-136] names in an archive', () => {
  it('are those of its members', () => {
    const members = ['manifest.json', 'files.sha256', 'tables/account.jsonl', `files/${ID}`]
    expect(members.filter((name) => !isMember(name, TABLES))).toEqual([])
  })

  it.for([
    '../manifest.json',
    '/manifest.json',
    './manifest.json',
    'tables/../manifest.json',
    'tables/other.jsonl',
    'tables/account.jsonl/x',
    'tables/',
    `files/${ID}/..`,
    `files/../${ID}`,
    `files/${ID}\n`,
    `files/${ID}\u0000`,
    `files/${ID.toUpperCase().replaceAll('1', 'A')}`,
    'files',
    '',
  ])('are refused elsewhere: %j', (name) => {
    expect(isMember(name, TABLES)).toBe(false)
  })

  it('are read from the list of a tar file with their type; a link is not unpacked', () => {
    const line = (mode: string, name: string) => `${mode} root/root 12 2026-11-19 10:00 ${name}`
    expect(readTarLine(line('-rw-------', `files/${ID}`))).toEqual({ type: 'file', name: `files/${ID}` })
    const unpacked = (mode: string, name: string) => isUnpacked(readTarLine(line(mode, name)), TABLES)
    expect(unpacked('-rw-------', `files/${ID}`)).toBe(true)
    expect(unpacked('drwx------', 'files/')).toBe(true)
    expect(unpacked('drwx------', 'other/')).toBe(false)
    expect(unpacked('-rw-------', 'files')).toBe(false)
    expect(unpacked('lrwxrwxrwx', `files/${ID} -> /etc/passwd`)).toBe(false)
    expect(unpacked('hrw-------', `files/${ID} link to files/${ID}`)).toBe(false)
    expect(unpacked('-rw-------', '../escaped')).toBe(false)
    expect(isUnpacked(readTarLine('manifest.json'), TABLES)).toBe(false)
  })

  it('are read from the list of files with their checksum', () => {
    expect(readFileLine(`${SUM}  files/${ID}`)).toEqual({ sha256: SUM, id: ID })
    for (const line of [
      `${SUM} files/${ID}`,
      `${SUM}  files/../${ID}`,
      `${SUM}  ${ID}`,
      `${SUM.slice(1)}  files/${ID}`,
    ])
      expect(readFileLine(line), line).toBeUndefined()
  })
})

describe('[D-136] a line of a table', () => {
  const shape = { accountColumn: 'account_id', columns: new Set(['account_id', 'text']) }
  it.for([
    ['{"account_id":7,"text":"a"}', undefined],
    ['{"account_id":7}', undefined],
    ['', 'is no JSON object'],
    ['[7]', 'is no JSON object'],
    ['null', 'is no JSON object'],
    ['{"account_id":7},{"account_id":8}', 'is no JSON object'],
    ['{"account_id":8}', 'belongs to another account'],
    ['{"account_id":"7"}', 'belongs to another account'],
    ['{"account_id":7,"account_id":8}', 'belongs to another account'],
    ['{"account_id":7,"more":1}', 'has a column that this release does not know, more'],
    ['{"account_id":7,"__proto__":{}}', 'has a column that this release does not know, __proto__'],
  ] as const)('%j: %s', ([line, why]) => {
    expect(whyNotRow(line, shape, 7)).toBe(why)
  })
})

describe('[D-136] the manifest', () => {
  const whole = {
    format: 'patchbay-account-archive',
    formatVersion: 1,
    createdAt: '2026-11-19T10:00:00Z',
    release: '0.9.0',
    migrations: RELEASE.migrations,
    account: { id: 7, name: 'Fern', address: 'https://fern.test', hosts: ['fern.test'] },
    secretKey: { fingerprint: 'abc' },
    tables: TABLES.map((name) => ({ name, rows: 1, bytes: 2, sha256: SUM })),
    files: { count: 1, bytes: 2, sha256: SUM, missing: [] },
    notIncluded: [],
  }
  const read = (change: object) => readArchiveManifest(JSON.stringify({ ...whole, ...change }), RELEASE)
  const { account, files } = whole
  const [first, second] = whole.tables

  it('is read when it fits this release', () => {
    expect(read({})).toEqual(whole)
  })

  it.for<[object, string]>([
    [{ format: 'other' }, 'it is not the archive of an account'],
    [{ formatVersion: { toString: 1 } }, 'it is not the archive of an account'],
    [{ formatVersion: 2 }, 'it has format 2; this release reads format 1'],
    [{ account: null }, 'its manifest names no account'],
    [{ account: { ...account, id: 0 } }, 'its manifest names no account'],
    [{ account: { ...account, id: 2 ** 31 } }, 'its manifest names no account'],
    [{ account: { ...account, address: undefined } }, 'its manifest names no account'],
    [{ account: { ...account, hosts: [7] } }, 'its manifest names no account'],
    [{ release: { toString: 1 }, migrations: [] }, 'its manifest is incomplete'],
    [{ migrations: [null] }, 'its manifest is incomplete'],
    [{ migrations: [...RELEASE.migrations, '0003-x'] }, 'it comes from a newer release (migration 0003-x)'],
    [{ migrations: ['0001-first'] }, 'it comes from an older release (0.9.0, without migration 0002-second)'],
    [{ tables: [null, null] }, 'its manifest is incomplete'],
    [{ tables: [first] }, 'its manifest does not list the tables'],
    [{ tables: [first, first] }, 'its manifest does not list the tables'],
    [{ tables: [first, { ...second, rows: -1 }] }, 'its manifest has a table without counts and checksum'],
    [{ tables: [first, { ...second, sha256: 'a' }] }, 'its manifest has a table without counts and checksum'],
    [{ files: undefined }, 'its manifest has no counts and checksum of files'],
    [{ files: { ...files, count: 0.5 } }, 'its manifest has no counts and checksum of files'],
    [{ files: { ...files, missing: [7] } }, 'its manifest has no list of missing files'],
    [{ secretKey: undefined }, 'its manifest names no SECRET_KEY'],
  ])('with %j is refused: %s', ([change, why]) => {
    expect(read(change)).toContain(why)
  })

  it('is refused when it is no JSON object', () => {
    for (const text of ['', '[]', 'null', '{'])
      expect(readArchiveManifest(text, RELEASE)).toBe('manifest.json is no JSON object')
  })
})
