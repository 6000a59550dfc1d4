import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Prepared } from './exchange.ts'

// The module as a process of its own, as `npm start` runs it, so that it can be killed.

const MAIN = join(import.meta.dirname, '../../src/main.ts')

export const startProcess = async ({ system, env, setup, folder, url }: Prepared) => {
  const setupFile = join(folder, 'setup.json')
  writeFileSync(setupFile, JSON.stringify(setup), { mode: 0o600 })
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      ...env,
      PATCHBAY_URL: system.url,
      PATCHBAY_KEY: system.apiKey,
      PUBLIC_URL: url,
      DATA_FOLDER: folder,
      SETUP_FILE: setupFile,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const keep = (bytes: Buffer) => {
    output += String(bytes)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
  while (!output.includes('registered as exchange')) {
    if (child.exitCode !== null) throw new Error(`the module ended: ${output}`)
    await sleep(50)
  }
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  return { kill: () => end('SIGKILL'), stop: () => end('SIGTERM'), output: () => output }
}

export const pidOf = (folder: string, program: 'kamailio' | 'rtpengine'): number =>
  Number(readFileSync(join(folder, 'run', `${program}.pid`), 'utf8'))

/** A killed program may stay as a zombie where nobody collects it. */
export const isRunning = (pid: number): boolean => {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
