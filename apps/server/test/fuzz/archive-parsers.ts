// What the import of an account reads (D-136): an archive may come from anywhere.
import { posix } from 'node:path'
import { Readable } from 'node:stream'
import {
  isMember,
  isUnpacked,
  readArchiveManifest,
  readFileLine,
  readTarLine,
  whyNotRow,
} from '../../src/operator/account/archive-rules.ts'
import { splitLines } from '../../src/operator/account/read-lines.ts'
import { must, type Parser } from './parser.ts'

const TABLES = ['account', 'call']
const MIGRATIONS = ['0001-first', '0002-second']
const ACCOUNT = 7
const SUM = 'a'.repeat(64)
const ID = '11111111-1111-4111-8111-111111111111'

const MANIFEST = {
  format: 'patchbay-account-archive',
  formatVersion: 1,
  createdAt: '2026-11-19T10:00:00.000Z',
  release: '0.9.0',
  migrations: MIGRATIONS,
  account: { id: ACCOUNT, name: 'Fern', address: 'https://fern.test', hosts: ['fern.test'] },
  secretKey: { fingerprint: '0123456789abcdef' },
  tables: TABLES.map((name) => ({ name, rows: 1, bytes: 2, sha256: SUM })),
  files: { count: 1, bytes: 2, sha256: SUM, missing: [ID] },
  notIncluded: [],
}

const manifest: Parser = {
  name: 'archive_manifest',
  corpus: [
    MANIFEST,
    { ...MANIFEST, migrations: ['0001-first'] },
    { ...MANIFEST, formatVersion: { toString: 1 } },
    { ...MANIFEST, tables: [{ ...MANIFEST.tables[0], name: '../../etc/passwd' }, null] },
    { ...MANIFEST, account: { id: 2 ** 31, hosts: 'fern.test' }, files: [] },
  ].map((one) => JSON.stringify(one)),
  read: (text) => {
    const read = readArchiveManifest(text, { tables: TABLES, migrations: MIGRATIONS })
    if (typeof read === 'string') {
      must(read !== '', 'a refusal without a reason')
      return false
    }
    // What the import does with it.
    const { account, tables, files, secretKey } = read
    must(account.id >= 1 && account.id < 2 ** 31 && Number.isInteger(account.id), 'an account id that is none')
    must(
      account.hosts.every((host) => host.toUpperCase() !== undefined),
      'a host that is no text',
    )
    must(
      TABLES.every((name) => tables.filter((one) => one.name === name).length === 1),
      'a table twice or never',
    )
    must(
      [...tables, files].every(({ sha256 }) => sha256.length === 64),
      'a checksum that is none',
    )
    must(`${account.address}${secretKey.fingerprint}${files.missing.join()}`.length > 0, 'nothing to say')
    return true
  },
}

const SHAPE = { accountColumn: 'account_id', columns: new Set(['account_id', 'id', 'text', 'more']) }

/** The lines are given to PostgreSQL as one JSON array: together they must be as many rows as lines, each of the account. */
const rows: Parser = {
  name: 'archive_rows',
  units: (text) => text.length + 100 * text.split('\n').length,
  corpus: [
    `{"account_id":${ACCOUNT},"id":1,"text":"a"}\n{"account_id":${ACCOUNT},"id":2,"more":{"a":[1,null]}}\n`,
    `{"account_id" : ${ACCOUNT}, "text" : "line\u2028separator \\n"}`,
    `{"account_id":${ACCOUNT}},{"account_id":8}\n`,
    `{"account_id":8}\n[{"account_id":${ACCOUNT}}]\n`,
    `{"account_id":${ACCOUNT},"__proto__":{"x":1},"constructor":null}\n`,
  ],
  read: async (text) => {
    const bytes = Buffer.from(text)
    const lines: string[] = []
    for await (const line of splitLines(Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]))) lines.push(line)
    must(lines.join('\n') === text.toWellFormed().replace(/\n$/, ''), 'lines that are not those of the file')
    if (lines.length === 0 || lines.some((line) => whyNotRow(line, SHAPE, ACCOUNT) !== undefined)) return false
    const together = JSON.parse(`[${lines.join(',')}]`) as Record<string, unknown>[]
    must(together.length === lines.length, 'other rows than lines')
    for (const row of together) {
      must(row.account_id === ACCOUNT, 'a row of another account')
      must(
        Object.keys(row).every((name) => SHAPE.columns.has(name)),
        'a column that is not known',
      )
    }
    return true
  },
}

/** A name that is accepted leads to a plain place within the folder of the archive, whatever the file system makes of it. */
const mustStayInside = (name: string): void => {
  must(posix.join('/archive', name) === `/archive/${name}`, `a way out of the archive: ${JSON.stringify(name)}`)
  must(
    /^(manifest\.json|files\.sha256|tables\/(account|call)\.jsonl|files\/[0-9a-f-]{36})$/.test(name),
    `a stray ${name}`,
  )
}

const tarLine = (mode: string, name: string): string => `${mode} root/root 12 2026-11-19 10:00 ${name}`

const names: Parser = {
  name: 'archive_names',
  corpus: [
    [tarLine('-rw-------', 'manifest.json'), tarLine('drwx------', 'tables/'), tarLine('-rw-------', `files/${ID}`)],
    [tarLine('-rw-------', '../escaped'), tarLine('-rw-------', '/etc/passwd'), tarLine('drwx------', 'files/..')],
    [tarLine('lrwxrwxrwx', `files/${ID} -> /etc/passwd`), tarLine('hrw-------', `files/${ID} link to /etc/passwd`)],
    ['tables/account.jsonl', 'tables/../../x', `files/${ID}/../../x`, 'files/./x', 'tables\\account.jsonl'],
    [`${SUM}  files/${ID}`, `${SUM}  files/../${ID}`, `${SUM}  /etc/passwd`],
  ].map((lines) => lines.join('\n')),
  read: (text) => {
    let accepted = false
    for (const line of text.split('\n')) {
      const member = readTarLine(line)
      if (isUnpacked(member, TABLES)) {
        if (member.type === 'file') mustStayInside(member.name)
        else must(['tables', 'files'].includes(member.name), `a folder ${member.name}`)
        must(/^[-d]/.test(line), 'a link')
        accepted = true
      }
      if (isMember(line, TABLES)) mustStayInside(line)
      const file = readFileLine(line)
      if (file) mustStayInside(`files/${file.id}`)
      accepted ||= file !== undefined
    }
    return accepted
  },
}

export const ARCHIVE_PARSERS: readonly (() => Parser)[] = [() => manifest, () => rows, () => names]
