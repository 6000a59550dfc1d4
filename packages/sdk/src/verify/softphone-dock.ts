import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { softphoneScript } from '../softphone-script.ts'
import { CheckWarning, fail } from './send-request.ts'

// A page like the workspace's, in a real browser: it shows the softphone in the same sandbox, exchanges the first messages, and
// reports to a server of its own what it saw.

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']

/** By the search path of the system. */
const findBrowser = (): string | undefined =>
  NAMES.find((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0)

const pageFor = (link: URL): string => `<!doctype html>
<meta charset="utf-8"><title>Dock</title>
<iframe id="frame" sandbox="allow-scripts allow-same-origin" allow="microphone; autoplay; speaker-selection" referrerpolicy="no-referrer"></iframe>
<script type="module">
import { encodeSoftphoneMessage, readSoftphoneMessage } from '/softphone.js'
const link = ${JSON.stringify(link.href).replaceAll('<', '\\u003c')}
const report = (event) => fetch('/report', { method: 'POST', body: JSON.stringify(event) })
const frame = document.getElementById('frame')
addEventListener('message', ({ source, origin, data }) => {
  if (source !== frame.contentWindow) return
  if (origin !== new URL(link).origin) return report({ problem: 'a message came from ' + origin + ', not from the origin of the link' })
  const message = readSoftphoneMessage(data)
  if (!message) return report({ problem: 'a message that is not one of the contract: ' + JSON.stringify(data).slice(0, 200) })
  report({ message })
  if (message.type !== 'ready') return
  for (const theme of ['light', 'dark']) frame.contentWindow.postMessage(encodeSoftphoneMessage({ type: 'hello', version: 1, locale: 'en', theme }), origin)
  frame.contentWindow.postMessage({ protocol: 'patchbay-softphone', type: 'of-a-later-version' }, origin)
})
frame.src = link
</script>`

export type DockReport = { problem?: string; message?: { type: string; version?: number; capabilities?: string[] } }

/** What a dock saw of a softphone; undefined when nothing is wrong. */
export const dockProblem = (reports: readonly DockReport[]): string | undefined => {
  const problem = reports.find((one) => one.problem !== undefined)?.problem
  if (problem !== undefined) return problem
  const [first] = reports.flatMap(({ message }) => message ?? [])
  if (!first) return 'the page sent no message: it must begin with ready'
  if (first.type !== 'ready') return `the first message is ${first.type}, not ready`
  if (first.version !== 1) return `the page speaks version ${first.version} of the messages; this is version 1`
  return hasState(reports)
    ? undefined
    : 'after ready the page must say how it is: registered, unregistered, needs-permission or error'
}

const STATES = ['registered', 'unregistered', 'needs-permission', 'error']
const hasState = (reports: readonly DockReport[]): boolean =>
  reports.some(({ message }) => STATES.includes(message?.type ?? ''))

const ARGUMENTS = [
  ...['--headless', '--disable-gpu', '--no-first-run', '--disable-extensions', '--mute-audio'],
  ...['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  // As root, as in most containers, Chromium does not start with its own sandbox.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

const startBrowser = (browser: string, url: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-dock-'))
  const child = spawn(browser, [...ARGUMENTS, `--user-data-dir=${folder}`, url], { stdio: 'ignore', detached: true })
  return async (): Promise<void> => {
    const exited = new Promise((resolve) => child.once('exit', resolve))
    if (child.pid !== undefined && child.exitCode === null) {
      // Its own process group: the helpers of the browser end with it.
      process.kill(-child.pid, 'SIGKILL')
      await exited
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The page at an origin of its own; `done` is called with all reports whenever one more came. */
const servePage = async (onReport: (reports: readonly DockReport[]) => void) => {
  let page = ''
  const reports: DockReport[] = []
  const server = createServer(async (request, response) => {
    if (request.url === '/') return response.setHeader('content-type', 'text/html; charset=utf-8').end(page)
    if (request.url === '/softphone.js')
      return response.setHeader('content-type', 'text/javascript').end(softphoneScript())
    if (request.method !== 'POST') return response.writeHead(404).end()
    const body = Buffer.concat(await request.toArray()).toString()
    reports.push(JSON.parse(body) as DockReport)
    onReport(reports)
    return response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    reports,
    show: (html: string): void => {
      page = html
    },
    close: () => void server.close(),
  }
}

export const runInDock = async (askForLink: (origin: string) => Promise<URL>, waitMs: number): Promise<void> => {
  const browser = findBrowser()
  if (browser === undefined) throw new CheckWarning(`no browser was found, so nothing was tried: ${NAMES.join(', ')}`)
  const settled = Promise.withResolvers<void>()
  const dock = await servePage((reports) => {
    if (hasState(reports) || reports.some(({ problem }) => problem !== undefined)) settled.resolve()
  })
  const timer = setTimeout(settled.resolve, waitMs)
  let stop: (() => Promise<void>) | undefined
  try {
    dock.show(pageFor(await askForLink(dock.origin)))
    stop = startBrowser(browser, dock.origin)
    await settled.promise
  } finally {
    clearTimeout(timer)
    await stop?.()
    dock.close()
  }
  const problem = dockProblem(dock.reports)
  if (problem !== undefined) fail(problem)
}
