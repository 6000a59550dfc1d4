// A reference module in a process of its own, beside the SDK's stand-in for the system, and a real browser at its page.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sign } from '@patchbay/sdk/signature'
import { type StandIn, startStandIn } from '@patchbay/sdk/verify/stand-in'
import { freePort, until } from '@patchbay/testkit/services'
import { chromium, type Page } from 'playwright-core'

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)

export type ModuleRig = {
  system: StandIn
  url: string
  page: Page
  /** What the browser complained about so far. */
  complaints: string[]
  /** Sends what the system would send, signed. */
  send: (path: string, body: { json: object } | { form: Record<string, string> }) => Promise<Response>
  /** What axe finds on the page, or in a part of it. */
  findings: (part?: string) => Promise<string[]>
  close: () => Promise<void>
}

const openPage = async () => {
  if (!CHROMIUM) throw new Error('Chromium is not installed: apt-get install chromium')
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
  const page = await browser.newPage({ bypassCSP: true })
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  return { browser, page, complaints }
}

const sender =
  (system: StandIn, url: string): ModuleRig['send'] =>
  async (path, content) => {
    const clientid = system.settings()?.clientId ?? ''
    const isJson = 'json' in content
    const body = isJson
      ? JSON.stringify(content.json)
      : String(new URLSearchParams({ clientId: clientid, ...content.form }))
    const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded'
    const signed = sign([system.secret], crypto.randomUUID(), new Date(), body)
    return fetch(url + path, { method: 'POST', headers: { 'content-type': type, clientid, ...signed }, body })
  }

export const startModuleRig = async (name: string): Promise<ModuleRig> => {
  const folder = mkdtempSync(join(tmpdir(), `patchbay-${name}-`))
  const system = await startStandIn()
  const url = `http://127.0.0.1:${await freePort()}`
  const own = { PATCHBAY_URL: system.url, PATCHBAY_KEY: system.apiKey, PUBLIC_URL: url, DATA_FOLDER: folder }
  const main = join(import.meta.dirname, `../modules/${name}/src/main.ts`)
  const module = spawn(process.execPath, [main], { env: { ...process.env, ...own }, stdio: 'ignore' })
  await until(`${name} registers`, () => system.settings() !== undefined)
  const { browser, page, complaints } = await openPage()
  return {
    system,
    url,
    page,
    complaints,
    send: sender(system, url),
    findings: async (part = 'body') => {
      const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
      await page.addScriptTag({ content: readFileSync(axe, 'utf8') })
      return page.evaluate(async (where) => {
        type Axe = { run: (context: object) => Promise<{ violations: { id: string }[] }> }
        const { axe: runner } = globalThis as unknown as { axe: Axe }
        return (await runner.run({ include: [[where]] })).violations.map(({ id }) => id)
      }, part)
    },
    close: async () => {
      await browser.close()
      module.kill()
      await system.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
