import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BuildModule, startModule } from './run-module.ts'
import { type MockSystem, startMockSystem } from './verify/mock-system.ts'
import { createSender, type ModuleReply } from './verify/send-request.ts'

// For a module's own tests: the module registered with a mock system, and requests signed as the system signs them.

export type TestRequest = {
  method: 'GET' | 'POST'
  /** As registered, such as /payment/create. */
  path: string
  /** The query of a GET, the form of a POST; what is not a text is sent as JSON. */
  fields?: Record<string, unknown>
  /** The body of a webhook. */
  json?: unknown
}

export type TestedModule = {
  url: string
  /** What the module sent is in `system.received`. */
  system: MockSystem
  send: (request: TestRequest) => Promise<Pick<ModuleReply, 'status' | 'text' | 'json'>>
  stop: () => Promise<void>
}

const ANSWER_MS = 20_000

/** Its public URL contains its port, so the port is chosen before it listens. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

const asTexts = (fields: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )

export const startForTest = async (build: BuildModule): Promise<TestedModule> => {
  const system = await startMockSystem()
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-test-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const options = { systemUrl: system.url, apiKey: system.apiKey, publicUrl: url, port, folder, log: () => {} }
  const module = await startModule(build, options)
  const stop = async () => {
    await module.stop()
    await system.close()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await module.registered
  } catch (error) {
    await stop()
    throw error
  }
  const sign = createSender(system.settings()?.clientId ?? '', () => system.secret, ANSWER_MS)
  const send: TestedModule['send'] = ({ method, path, fields = {}, json }) =>
    sign({ method, url: url + path, fields: asTexts(fields), ...(json !== undefined && { json }) })
  return { url, system, send, stop }
}
