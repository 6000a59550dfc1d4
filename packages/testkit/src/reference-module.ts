// A reference module as a separate process, started as its README says: three environment variables and a data folder.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, waitUntil } from './services.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

export type ReferenceModule = {
  /** The base URL of its page and its callbacks. */
  url: string
  stop: () => Promise<void>
}

export const startReferenceModule = async (
  name: 'bank' | 'phones' | 'webchat',
  { systemUrl, apiKey }: { systemUrl: string; apiKey: string },
): Promise<ReferenceModule> => {
  const url = `http://127.0.0.1:${await freePort()}`
  const folder = mkdtempSync(join(tmpdir(), `patchbay-${name}-`))
  const own = { PATCHBAY_URL: systemUrl, PATCHBAY_KEY: apiKey, PUBLIC_URL: url, DATA_FOLDER: folder }
  const child = spawn(process.execPath, [`modules/${name}/src/main.ts`], { cwd: ROOT, env: { ...process.env, ...own } })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const stop = async () => {
    child.kill()
    await gone
    rmSync(folder, { recursive: true, force: true })
  }
  const registered = () => said.includes('registered as ') || child.exitCode !== null
  await waitUntil(`${name} registers`, registered).catch(() => undefined)
  if (said.includes('registered as ')) return { url, stop }
  await stop()
  throw new Error(`${name} did not register:\n${said}`)
}
