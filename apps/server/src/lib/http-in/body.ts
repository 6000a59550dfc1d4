import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import { type Form, readFields, readForm } from '@patchbay/contract/base/form'
import { parseJson } from '@patchbay/contract/base/json'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '../errors.ts'

// D-02: bodies come as forms, as multipart (the older PHP client sends nothing else), or as JSON.

const FIELD_BYTES = 1024 * 1024

const fieldsOf = (form: Form): Record<string, unknown> =>
  form.ok ? form.fields : fail('body_unreadable', { values: { reason: form.reason } })

const readMultipart = (request: FastifyRequest, payload: NodeJS.ReadableStream): Promise<Record<string, unknown>> =>
  new Promise((resolve, reject) => {
    const entries: [string, string][] = []
    const unreadable = (reason: string) => {
      payload.unpipe()
      payload.resume()
      try {
        fail('body_unreadable', { values: { reason } })
      } catch (error) {
        reject(error)
      }
    }
    let parser: InstanceType<typeof Busboy>
    try {
      const limits = { fields: 1000, fieldSize: FIELD_BYTES, files: 1, fileSize: 1, headerPairs: 50 }
      parser = new Busboy({ headers: request.headers as BusboyHeaders, limits })
    } catch {
      return unreadable('its boundary is missing')
    }
    parser.on('field', (name: string | undefined, value, _nameCut, valueCut) => {
      if (name === undefined) unreadable('a field has no name')
      else if (valueCut) unreadable(`the field ${name.slice(0, 60)} is too large`)
      else entries.push([name, value])
    })
    parser.on('file', (_name, file) => {
      file.resume()
      unreadable('this method takes no files')
    })
    parser.on('fieldsLimit', () => unreadable('it has too many fields'))
    parser.on('error', () => unreadable('it is not well-formed multipart'))
    parser.on('finish', () => {
      try {
        resolve(fieldsOf(readFields(entries)))
      } catch (error) {
        reject(error)
      }
    })
    payload.on('error', reject)
    // A part whose headers do not end keeps the parser from finishing, ever. It reads without waiting for anything, so by then
    // it has finished or never will.
    payload.once('end', () => setImmediate(() => unreadable('it is not well-formed multipart')))
    payload.pipe(parser)
  })

const readJsonObject = (text: string): Record<string, unknown> => {
  if (text.trim() === '') return {}
  const json = parseJson(text)
  if (!json.ok) return fail('body_unreadable', { values: { reason: json.reason } })
  if (typeof json.value !== 'object' || json.value === null || Array.isArray(json.value)) {
    return fail('body_unreadable', { values: { reason: 'it is not a JSON object' } })
  }
  return json.value as Record<string, unknown>
}

export const readBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (request: FastifyRequest, text: string) => {
      request.rawBody = text
      return fieldsOf(readForm(text))
    },
  )
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (request: FastifyRequest, text: string) => {
    request.rawBody = text
    return readJsonObject(text)
  })
  app.addContentTypeParser('multipart/form-data', (request: FastifyRequest, payload: NodeJS.ReadableStream) =>
    readMultipart(request, payload),
  )
}

/** The parameters of the query, PHP brackets included; those that are lists may be repeated without them. */
export const readQuery = (url: string, lists: ReadonlySet<string> = new Set()): Record<string, unknown> => {
  const mark = url.indexOf('?')
  const form = mark < 0 ? readForm('') : readForm(url.slice(mark + 1), lists)
  return form.ok ? form.fields : fail('input_invalid', { fields: { query: form.reason } })
}
