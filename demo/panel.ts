// The panel: a page, the state it shows, and one request for each button.
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { inlineSources } from '@patchbay/sdk/inline-sources'
import { PASSWORD } from '@patchbay/testkit/fixtures'
import { type Director, PACES, type Pace } from './director.ts'
import type { AccountFaults } from './faults.ts'
import { languageFor, PANEL_TEXTS } from './panel-texts.ts'
import { type AccountPorts, localUrl } from './ports.ts'
import { FAULTS, type FaultName, SCENES, type SceneName } from './scenes.ts'
import type { Stage } from './stage.ts'
import { traceUrl } from './traces.ts'

const PAGE = readFileSync(join(import.meta.dirname, 'page/panel.html'), 'utf8')

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; img-src data:; style-src ${inlineSources(PAGE, 'style')}; script-src ${inlineSources(PAGE, 'script')}; connect-src 'self'; frame-ancestors 'none'`,
}

export type PanelAccount = { stage: Stage; faults: AccountFaults; ports: AccountPorts }

export type PanelOptions = {
  director: Director
  accounts: ReadonlyMap<string, PanelAccount>
  hasRedis: boolean
}

const json = (response: ServerResponse, status: number, body: unknown): void =>
  void response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))

const showPage = ({ accounts }: PanelOptions, request: IncomingMessage, response: ServerResponse): void => {
  const { searchParams } = new URL(request.url ?? '/', 'http://panel')
  const language = languageFor(searchParams.get('lang') ?? request.headers['accept-language'])
  const texts = PANEL_TEXTS[language]
  const shown = [...accounts].map(([host, { stage, ports }]) => ({
    host,
    name: stage.account.name,
    address: stage.account.address,
    people: Object.values(stage.cast.trade.account.people).map(({ email }) => email),
    password: PASSWORD,
    phones: localUrl(ports.phones.gateway),
    webchat: localUrl(ports.webchat.gateway),
  }))
  // In a script element only < could end it.
  const given = JSON.stringify({ texts, accounts: shown, language }).replaceAll('<', '\\u003c')
  response.writeHead(200, HEADERS).end(PAGE.replace('>{}<', () => `>${given}<`))
}

const showState = ({ director, accounts, hasRedis }: PanelOptions, host: string, response: ServerResponse): unknown => {
  const account = accounts.get(host)
  if (!account) return json(response, 404, { message: `There is no account ${host}` })
  director.watched()
  const entries = director.entries
    .filter((entry) => entry.host === host)
    .map(({ subject, ...entry }) => ({ ...entry, hasTrace: subject !== undefined }))
  return json(response, 200, { day: director.day, active: [...account.faults.active], hasRedis, entries })
}

const openTrace = async ({ director, accounts }: PanelOptions, id: number, response: ServerResponse): Promise<void> => {
  const entry = director.entries.find((one) => one.id === id)
  const account = entry && accounts.get(entry.host)
  const url = entry?.subject && account && (await traceUrl(account.stage, entry.subject))
  if (url) return void response.writeHead(302, { location: url, 'cache-control': 'no-store' }).end()
  // The browser asks again by itself.
  response
    .writeHead(404, { 'content-type': 'text/plain; charset=utf-8', refresh: '1' })
    .end('There is no trace yet. This page opens it when it is there.')
}

type PanelCommand = {
  host?: unknown
  scene?: unknown
  fault?: unknown
  on?: unknown
  isRunning?: unknown
  pace?: unknown
}

const isOneOf = <T extends string>(list: readonly T[], value: unknown): value is T =>
  (list as readonly unknown[]).includes(value)

/** True when the request could be understood. */
const execute = async ({ director, accounts }: PanelOptions, path: string, command: PanelCommand): Promise<boolean> => {
  const host = String(command.host)
  if (!accounts.has(host)) return false
  if (path === '/play' && isOneOf<SceneName>(SCENES, command.scene)) {
    // The scene goes on after the response.
    void director.playScene(host, command.scene)
    return true
  }
  if (path === '/fault' && isOneOf<FaultName>(FAULTS, command.fault) && typeof command.on === 'boolean') {
    await director.switchFault(host, command.fault, command.on)
    return true
  }
  if (path !== '/day') return false
  if (typeof command.isRunning === 'boolean') director.day.isRunning = command.isRunning
  if (isOneOf<Pace>(Object.keys(PACES) as Pace[], command.pace)) director.day.pace = command.pace
  return true
}

const readJson = async (request: IncomingMessage): Promise<PanelCommand> => {
  let text = ''
  for await (const chunk of request) text += chunk
  try {
    return Object(JSON.parse(text)) as PanelCommand
  } catch {
    return {}
  }
}

const answer = async (options: PanelOptions, request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://panel')
  if (request.method === 'GET' && pathname === '/') return showPage(options, request, response)
  if (request.method === 'GET' && pathname === '/state')
    return showState(options, searchParams.get('account') ?? '', response)
  if (request.method === 'GET' && pathname.startsWith('/trace/'))
    return openTrace(options, Number(pathname.slice('/trace/'.length)), response)
  // CSRF protection: a form of another site cannot send JSON.
  if (request.method === 'POST' && request.headers['content-type'] === 'application/json') {
    const done = await execute(options, pathname, await readJson(request))
    return json(response, done ? 200 : 400, done ? {} : { message: 'The panel does not know this' })
  }
  return response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
}

export const servePanel = (options: PanelOptions, host: string, port: number): Promise<void> =>
  new Promise((resolve) => {
    createServer((request, response) => {
      answer(options, request, response).catch((error: unknown) => {
        if (!response.headersSent) json(response, 500, { message: String(error) })
      })
    }).listen(port, host, resolve)
  })
