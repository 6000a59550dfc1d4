import { readFile } from 'node:fs/promises'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'

const CSP =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:"
const DOCUMENT = new URL('../../../../docs/api/openapi.json', import.meta.url)

/** The OpenAPI document of what modules call and are called with, and a page to read it on. */
export const apiDocsRoutes = async (app: FastifyInstance): Promise<void> => {
  const document = await readFile(DOCUMENT, 'utf8')
  const configuration = {
    url: '/docs/openapi.json',
    title: 'Patchbay API',
    // Self-contained: the page must work behind a firewall.
    withDefaultFonts: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    telemetry: false,
  } as const
  await app.register((docs, _options, done) => {
    docs.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', CSP)
    })
    docs.get('/docs/openapi.json', async (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(document),
    )
    void docs.register(scalar, { routePrefix: '/docs', configuration })
    done()
  })
}
