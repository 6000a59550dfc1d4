import { spawn } from 'node:child_process'
import type { MockSystem } from './mock-system.ts'

// The module that --run starts.

export type RunningModule = {
  /** What happened to it, with the end of its own output; undefined while it runs. */
  exited: () => string | undefined
  stop: () => void
}

const MOST_OUTPUT = 2_000

/** In its own process group, so that stopping it ends the shell and its children. */
export const startModule = (command: string, mockSystem: MockSystem, url: string, folder: string): RunningModule => {
  const child = spawn(command, {
    shell: true,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PATCHBAY_URL: mockSystem.url,
      PATCHBAY_KEY: mockSystem.apiKey,
      PUBLIC_URL: url,
      DATA_FOLDER: folder,
    },
  })
  let output = ''
  let ending: string | undefined
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-MOST_OUTPUT)
    })
  // `close` comes after the last output.
  child.once('close', (code, signal) => {
    ending = `the module ended with ${code === null ? `the signal ${signal}` : `the exit code ${code}`}`
  })
  child.once('error', (error) => {
    ending = `the module could not be started: ${error.message}`
  })
  return {
    exited: () =>
      ending && `${ending}. ${output.trim() === '' ? 'It printed nothing.' : `It printed:\n${output.trim()}`}`,
    stop: () => {
      try {
        if (child.pid !== undefined && ending === undefined) process.kill(-child.pid, 'SIGTERM')
      } catch {
        // It has already exited.
      }
    },
  }
}
