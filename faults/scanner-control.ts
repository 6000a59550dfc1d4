// A page with the faults that the scanners are to find, so that a scan without findings says something: SQL put together from a
// parameter, a parameter shown as markup, a port that nobody intended, and few connections that nothing ever closes.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

export const startControl = async (databaseUrl: string) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  const server = createServer({ requestTimeout: 0, headersTimeout: 0 }, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://control')
    const answer = (type: string, text: string) => response.setHeader('content-type', type).end(text)
    if (pathname === '/hello')
      return answer('text/html', `<html><body><p>${searchParams.get('name')}</p></body></html>`)
    if (pathname !== '/items') return answer('text/plain', 'good')
    return pool
      .query(
        `select id, name from (values (1, 'cup'), (2, 'plate')) as item (id, name) where id = ${searchParams.get('id')}`,
      )
      .then(
        ({ rows }) => answer('application/json', JSON.stringify(rows)),
        (error: Error) => answer('text/plain', `PostgreSQL ERROR: ${error.message}`),
      )
  })
  server.maxConnections = 100
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await pool.end()
    },
  }
}
