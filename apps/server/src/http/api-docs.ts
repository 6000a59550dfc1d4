import { readFile } from 'node:fs/promises'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { NONCE_PLACEHOLDER, newNonce, withNonce } from './nonce.ts'

const policyFor = (nonce: string): string =>
  `default-src 'self'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'; base-uri 'self'`
const DOCUMENT = new URL('../../../../docs/api/openapi.json', import.meta.url)

/**
 * Before the page's own script, which adds style elements without the nonce, sets style attributes as markup and asks whether it may
 * compile code.
 */
const WITHIN_POLICY = `<script nonce="${NONCE_PLACEHOLDER}">{
  const { content } = document.querySelector('meta[property=csp-nonce]')
  const { createElement } = Document.prototype
  Document.prototype.createElement = function (...given) {
    const element = createElement.apply(this, given)
    if (element instanceof HTMLStyleElement) element.nonce = content
    return element
  }
  const { setAttribute } = Element.prototype
  Element.prototype.setAttribute = function (name, value) {
    if (name === 'style') this.style.cssText = value
    else setAttribute.call(this, name, value)
  }
  const innerHTML = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML')
  Object.defineProperty(Element.prototype, 'innerHTML', {
    ...innerHTML,
    set(markup) {
      innerHTML.set.call(this, String(markup).replace(/(<code [^>]*)style="/g, '$1data-style="'))
      for (const code of this.querySelectorAll('code[data-style]')) code.style.cssText = code.dataset.style
    },
  })
  globalThis.__zod_globalConfig = { jitless: true }
}</script>`

/** The OpenAPI document of what modules call and are called with, and a page to read it on. */
export const apiDocsRoutes = async (app: FastifyInstance): Promise<void> => {
  const document = JSON.parse(await readFile(DOCUMENT, 'utf8')) as object
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
    // A method that a link leads to is focused, and its outline would be two lines down the whole page. No key leads there.
    customCss: 'section[tabindex="-1"]:focus-visible { outline: none }',
    nonce: NONCE_PLACEHOLDER,
  } as const
  await app.register((docs, _options, done) => {
    docs.addHook('onSend', async (_request, reply, payload) => {
      const nonce = newNonce()
      reply.header('content-security-policy', policyFor(nonce))
      if (!String(reply.getHeader('content-type')).startsWith('text/html')) return payload
      return withNonce(String(payload).replace('</head>', `${WITHIN_POLICY}</head>`), nonce)
    })
    // The address that it was asked at stands in the place of the placeholder, so that clients can be made from it.
    docs.get('/docs/openapi.json', async ({ protocol, host }, reply) =>
      reply.type('application/json; charset=utf-8').send({ ...document, servers: [{ url: `${protocol}://${host}` }] }),
    )
    void docs.register(scalar, { routePrefix: '/docs', configuration })
    done()
  })
}
