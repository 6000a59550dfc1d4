import Fastify, { type FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { readBodies } from './body.ts'

// What `npm run faults -- fuzz` found: each of these hung, or was an internal error.

describe('a multipart body', () => {
  let app: FastifyInstance
  beforeAll(() => {
    app = Fastify()
    readBodies(app)
    app.setErrorHandler((error, _request, reply) =>
      reply.code(error instanceof AppError ? error.status : 500).send({ error: (error as Error).message }),
    )
    app.post('/', async (request) => ({ body: request.body }))
  })
  const send = async (payload: string) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const reply = await app.inject({ method: 'POST', url: '/', headers, payload })
    return [reply.statusCode, reply.json()]
  }
  const part = (head: string, value: string) => `--x\r\nContent-Disposition: form-data; ${head}${value}\r\n`

  it('is read, also when its fields are many', async () => {
    const fields = Array.from({ length: 900 }, (_, place) => part(`name="f${place}"\r\n\r\n`, 'v'.repeat(1000)))
    const [status, { body }] = (await send(`${fields.join('')}--x--\r\n`)) as [number, { body: object }]
    expect([status, Object.keys(body).length]).toEqual([200, 900])
  })

  it('is refused when the headers of a part do not end', async () => {
    expect(await send(`${part('name="a"\r\n', 'no empty line')}--x--\r\n`)).toEqual([
      400,
      { error: 'The request body cannot be parsed: it is not well-formed multipart' },
    ])
  })

  it('is refused when fields have no name', async () => {
    expect(await send(`${part('', '\r\n\r\n1')}${part('', '\r\n\r\n2')}--x--\r\n`)).toEqual([
      400,
      { error: 'The request body cannot be parsed: a field has no name' },
    ])
  })
})
