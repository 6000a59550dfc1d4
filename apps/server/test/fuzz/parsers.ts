// Every parser that reads what strangers send, with a corpus to start from and what must hold of each result. A refusal is a
// result; anything thrown, and any broken promise, is a crash.
import { Readable } from 'node:stream'
import { emojiKey, isEmoji } from '@patchbay/contract/base/emoji'
import { ERRORS } from '@patchbay/contract/base/errors'
import { readForm } from '@patchbay/contract/base/form'
import { parseJson } from '@patchbay/contract/base/json'
import { InputError, type InputReader, inputReader } from '@patchbay/contract/base/read-input'
import { ENDPOINTS } from '@patchbay/contract/endpoints'
import { sign, verify } from '@patchbay/sdk/signature'
import Fastify from 'fastify'
import { AppError } from '../../src/lib/errors.ts'
import { readBodies } from '../../src/lib/http-in/body.ts'
import { readContentRange, readRange, sliceOf } from '../../src/lib/http-out/byte-range.ts'
import { readCsv } from '../../src/lib/storage/read-csv.ts'
import { decodeStart, guessEncoding, readStart, unescapeFormula } from '../../src/lib/text/csv.ts'
import { keyOf, parsePhone } from '../../src/lib/text/phone.ts'
import { ARCHIVE_PARSERS } from './archive-parsers.ts'
import { must, type Parser } from './parser.ts'

const form: Parser = {
  name: 'form',
  corpus: [
    'a=1&b=2',
    'filter[groups][]=2&filter[groups][]=3&filter[name]=%D0%90',
    'integrationModule=%7B%22code%22%3A%22x%22%7D&apiKey=k',
    'a[b][c][d][e]=1&a[]=&=x&&%F0%9F%91%8D=+',
  ],
  read: (text) => {
    const read = readForm(text)
    if (read.ok) must(parseJson(JSON.stringify(read.fields)).ok, 'fields that our own JSON reader refuses')
    return read.ok
  },
}

const PART = (name: string, value: string): string =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

/** Through Fastify, as requests arrive: the reader is a stream. */
const multipart = (): Parser => {
  const app = Fastify()
  readBodies(app)
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof AppError ? ERRORS[error.code].status : 500).send({ error: String(error) }),
  )
  app.post('/', async (request) => ({ fields: Object.keys((request.body ?? {}) as object).length }))
  return {
    name: 'multipart',
    corpus: [
      `${PART('a', '1')}${PART('calls', '[{"a":1}]')}--x--\r\n`,
      `${PART('a[b][]', 'ä')}${PART('a[b][]', '👍')}--x--\r\n`,
      `--x\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nhello\r\n--x--\r\n`,
      "--x\r\nContent-Disposition: form-data; name*=utf-8''%e2%82%ac\r\nContent-Transfer-Encoding: base64\r\n\r\nYQ==\r\n--x--",
    ],
    read: async (text) => {
      const headers = { 'content-type': 'multipart/form-data; boundary=x' }
      const reply = await app.inject({ method: 'POST', url: '/', headers, payload: text.toWellFormed() })
      must(reply.statusCode < 500, `${reply.statusCode} ${reply.payload}`)
      return reply.statusCode === 200
    },
  }
}

/** D-02, D-03: JSON as bodies and as parameters, read liberally along the schemas of the endpoints that take the most. */
const json = (): Parser => {
  const endpoints = ENDPOINTS.filter(({ id }) =>
    [
      'orders.create',
      'customers.upload',
      'integration-modules.edit',
      'telephony.upload-calls',
      'messages.send',
    ].includes(id),
  )
  const readers: InputReader[] = endpoints.map((endpoint) => inputReader(endpoint))
  const params = { code: 'x' }
  return {
    name: 'json',
    corpus: [
      '{"order":{"number":"1","items":[{"productName":"a","initialPrice":"1.50"}],"payments":[]}}',
      '{"integrationModule":{"code":"x","active":"1","integrations":{"telephony":{"additionalCodes":{"0":{"userId":1,"code":"101"}}}}}}',
      '{"calls":[{"date":"2026-11-15 10:00:00","type":"in","phone":"+1","result":"answered","duration":"12"}]}',
      '{"channel":1,"external_chat_id":"a","message":{"type":"text","text":"👍"},"customer":{"external_id":1}}',
      '{"customers":[{"firstName":null,"phones":[],"address":[]}],"__proto__":{"x":1}}',
    ],
    read: (text) => {
      const parsed = parseJson(text)
      if (!parsed.ok) return false
      must(JSON.stringify(parsed.value) !== undefined, 'a value without JSON')
      const body = (typeof parsed.value === 'object' ? (parsed.value ?? {}) : { order: text, calls: text }) as Record<
        string,
        unknown
      >
      let accepted = false
      for (const read of readers) {
        try {
          read({ params, query: {}, body })
          accepted = true
        } catch (error) {
          if (!(error instanceof InputError)) throw error
        }
      }
      return accepted
    },
  }
}

const phone: Parser = {
  name: 'phone',
  corpus: [
    '+46 70-123 45 67',
    '8 (900) 123-45-67',
    'tel:+1-201-555-0123;ext=5',
    'sip:101@pbx.test',
    '0046701234567',
    '101',
    'anonymous',
    '١٢٣٤٥٦٧٨٩٠',
  ],
  read: (text) => {
    for (const country of ['SE', 'RU', 'XX']) {
      const read = parsePhone(text, country)
      must(read.given === text && /^\d{0,10}$/.test(read.tail), `a tail that is not digits: ${read.tail}`)
      must(read.e164 === undefined || /^\+\d{1,15}$/.test(read.e164), `not E.164: ${read.e164}`)
      must(keyOf(read) !== '' || text.trim() === '', 'a number without a key')
    }
    return parsePhone(text, 'SE').e164 !== undefined
  },
}

const emoji: Parser = {
  name: 'emoji',
  corpus: ['👍', '❤', '❤️', '👩‍👩‍👧‍👦', '🇸🇪', '1️⃣', '👍🏽', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', ':thumbsup:'],
  read: (text) => {
    const accepted = isEmoji(text)
    if (accepted) must(isEmoji(emojiKey(text)), 'an emoji whose key is none')
    return accepted
  },
}

const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
const AT = new Date('2026-11-15T10:00:00Z')
const SIGNED = sign([SECRET], 'msg_1', AT, '{"a":1}')
const RIGHT = [SIGNED['webhook-id'], SIGNED['webhook-timestamp'], SIGNED['webhook-signature'], '{"a":1}']

const signature: Parser = {
  name: 'signature',
  corpus: [RIGHT.join('\n'), ['msg_1', RIGHT[1], `v1,x ${RIGHT[2]}`, RIGHT[3]].join('\n')],
  read: (text) => {
    const [id, timestamp, given = '', ...rest] = text.split('\n')
    const body = rest.join('\n')
    const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': given }
    const { ok } = verify(SECRET, headers, body, AT)
    const isRight =
      id === RIGHT[0] && timestamp === RIGHT[1] && given.split(' ').includes(RIGHT[2] ?? '') && body === RIGHT[3]
    must(ok === isRight, ok ? 'a forged request verifies' : 'a right one does not')
    return ok
  },
}

const range: Parser = {
  name: 'range',
  corpus: ['bytes=0-499', 'bytes=-5', 'bytes=9500-', 'bytes=0-0,-1', 'bytes 0-499/1234', 'bytes */1234'],
  read: (text) => {
    const read = readRange(text)
    for (const total of [0, 1, 1000]) {
      const slice = read && sliceOf(read, total)
      must(!slice || (slice.from >= 0 && slice.from <= slice.to && slice.to < total), 'a slice outside the body')
    }
    const content = readContentRange(text)
    must(!content || (content.from <= content.to && content.to < content.total), 'a range outside its body')
    return read !== undefined || content !== undefined
  },
}

const csv: Parser = {
  name: 'csv',
  // A row is a step of an asynchronous iterator, also an empty one.
  units: (text) => text.length + 100 * text.split('\n').length,
  corpus: [
    'first name;phone\r\nAnn;+46701234567\r\n',
    '\ufeffname,email\n"O""Neil, Ann",ann@shop.test\n',
    'a\tb\n1\t"two\nlines"\n',
    'name\n\'=1+1\n"unclosed',
    'Имя;Телефон\nАня;8 900\n',
  ],
  read: async (text) => {
    const bytes = Buffer.from(text, text.length % 3 === 0 ? 'latin1' : 'utf8')
    const encoding = guessEncoding(bytes)
    const { rows, separator } = readStart(decodeStart(bytes, encoding), 5, [';', ',', '\t'])
    must(separator.length > 0, 'no separator')
    let count = 0
    for await (const row of readCsv(Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]), encoding, separator)) {
      must(
        Array.isArray(row) && row.every((cell) => typeof unescapeFormula(cell) === 'string'),
        'a row that is not texts',
      )
      count++
    }
    must(count >= Math.min(rows.length, 1), 'the preview has rows that the file has not')
    return count > 0
  },
}

export const PARSERS: readonly (() => Parser)[] = [
  () => form,
  multipart,
  json,
  () => phone,
  () => emoji,
  () => signature,
  () => range,
  () => csv,
  ...ARCHIVE_PARSERS,
]
