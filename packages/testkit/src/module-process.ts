// A module as a separate process, started as its README says: three environment variables and a data folder.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, waitUntil } from './services.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

export type ModuleProcess = {
  /** The base URL of its page and its callbacks. */
  url: string
  stop: () => Promise<void>
}

type System = { systemUrl: string; apiKey: string }

/**
 * Starts a reference module, or the module whose entry point is `main`, and waits until it has registered: at its own URL, or at
 * a public one that need not lead to it.
 */
export const startModuleProcess = async (
  name: string,
  system: System,
  main = `modules/${name}/src/main.ts`,
  environment: Record<string, string> = {},
): Promise<ModuleProcess> => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const folder = mkdtempSync(join(tmpdir(), `patchbay-${name}-`))
  const own = {
    PATCHBAY_URL: system.systemUrl,
    PATCHBAY_KEY: system.apiKey,
    PUBLIC_URL: url,
    PORT: String(port),
    DATA_FOLDER: folder,
  }
  const child = spawn(process.execPath, [main], { cwd: ROOT, env: { ...process.env, ...own, ...environment } })
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
