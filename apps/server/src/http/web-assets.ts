import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { inAccount } from '../lib/db/transaction.ts'
import { listSoftphoneOrigins } from '../telephony/softphone/service.ts'
import { newNonce, withNonce } from './nonce.ts'

// form-action: the account page of a module is opened by a form POST to the module's own address, which may redirect.
const CSP =
  "default-src 'self'; img-src 'self' https: data:; frame-ancestors 'none'; base-uri 'self'; form-action 'self' http: https:"

/** Files beside the page, at addresses that never change; so browsers ask again each time. */
const ROOT_FILES = {
  'service-worker.js': 'text/javascript; charset=utf-8',
  'manifest.webmanifest': 'application/manifest+json; charset=utf-8',
  'icon-192.png': 'image/png',
  'icon-512.png': 'image/png',
}

const rootFiles = async (app: FastifyInstance, root: string): Promise<void> => {
  for (const [name, type] of Object.entries(ROOT_FILES)) {
    const content = await readFile(join(root, name)).catch(() => undefined)
    if (content)
      app.get(`/${name}`, async (_request, reply) => reply.header('cache-control', 'no-cache').type(type).send(content))
  }
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`)

/** The emails of a development installation, newest first. */
const devMail = (app: FastifyInstance, folder: string): void => {
  app.get('/dev/mail', async (_request, reply) => {
    const names = await readdir(folder).catch(() => [])
    const mails = await Promise.all(
      names
        .sort()
        .reverse()
        .slice(0, 50)
        .map((name) => readFile(join(folder, name), 'utf8')),
    )
    const shown = mails.map(
      (mail) =>
        `<pre>${escapeHtml(mail).replace(/https?:\/\/[^\s&]+/g, (link) => `<a href="${link}">${link}</a>`)}</pre>`,
    )
    const nonce = newNonce()
    const page = `<!doctype html><meta charset="utf-8"><title>Mail</title><style nonce="${nonce}">body{font:15px system-ui;max-width:50rem;margin:2rem auto}pre{border:1px solid #ccc;border-radius:8px;padding:1rem;white-space:pre-wrap}</style><h1>Emails sent by this development system</h1>${shown.join('') || '<p>No emails yet.</p>'}`
    return reply
      .header('content-security-policy', `default-src 'none'; style-src 'nonce-${nonce}'`)
      .type('text/html; charset=utf-8')
      .send(page)
  })
}

/** The panel of the living demo, opened for the account at this address. Outside development there is no such page. */
const demoPanel = (app: FastifyInstance, demoUrl: string | undefined): void => {
  app.get('/demo', async (request, reply) => {
    if (demoUrl === undefined) return reply.callNotFound()
    const panel = new URL(demoUrl)
    panel.searchParams.set('account', request.host)
    return reply.redirect(panel.href)
  })
}

/** D-120: frames show the softphones of this account's exchanges and nothing else. The page itself needs no database. */
const frameSources = async (deps: Deps, host: string): Promise<string> => {
  try {
    const origins = await inAccount(deps.db, await deps.accounts.accountIdAt(host), listSoftphoneOrigins)
    return origins.join(' ') || "'none'"
  } catch {
    return "'none'"
  }
}

/** The built workspace: its files, and its one page for every address that is not a file. */
export const webAssetRoutes = async (app: FastifyInstance, deps: Deps): Promise<void> => {
  const { config } = deps
  if (config.development) devMail(app, config.mail.folder)
  demoPanel(app, config.demoUrl)
  const root = resolve(config.webFolder)
  if (!existsSync(join(root, 'index.html'))) return
  await app.register(fastifyStatic, {
    root: join(root, 'assets'),
    prefix: '/assets/',
    immutable: true,
    preCompressed: true,
    maxAge: '365d',
    index: false,
  })
  await rootFiles(app, root)
  const page = await readFile(join(root, 'index.html'), 'utf8')
  app.get('/*', async (request, reply) => {
    if (/^\/(api|workspace|docs)\//.test(request.url)) return reply.callNotFound()
    const nonce = newNonce()
    const frames = await frameSources(deps, request.host)
    return (
      reply
        .header('content-security-policy', `${CSP}; style-src 'self' 'nonce-${nonce}'; frame-src ${frames}`)
        .header('cache-control', 'no-cache')
        // The workspace and shared links are not for search engines.
        .header('x-robots-tag', 'noindex, nofollow')
        .type('text/html; charset=utf-8')
        .send(withNonce(page, nonce))
    )
  })
}
