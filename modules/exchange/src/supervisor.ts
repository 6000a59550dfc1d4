import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

// Keeps a program running in a process group of its own. It outlives this process when that is killed, so that calls go on;
// the next start takes it over by its pid file. It ends when it is asked to.

export type Program = {
  name: string
  command: readonly string[]
  /** All that it gets of the environment: the module's own has secrets. */
  environment: Readonly<Record<string, string>>
  /** Holds the pid file and the log. */
  folder: string
  /** Before each start, also before a restart. */
  prepare?: () => Promise<void>
  log: (line: string) => void
}

const CHECK_MS = 200
const RESTART_MS = 300
const STOP_MS = 5_000

const isRunning = (pid: number): boolean => {
  try {
    // A zombie still has its pid.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Whether this pid is the program, and not another that was given the same number. */
const isProgram = (pid: number, command: readonly string[]): boolean => {
  try {
    const running = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return command.slice(1).every((argument) => running.includes(argument))
  } catch {
    return false
  }
}

const killGroup = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(-pid, signal)
  } catch {
    // Nobody is left in it.
  }
}

export const startProgram = async (program: Program) => {
  const { name, command, environment, folder, prepare, log } = program
  const pidFile = join(folder, `${name}.pid`)
  let pid = 0
  let stopped = false
  let exited: Promise<unknown> | undefined

  const launch = async (): Promise<void> => {
    await prepare?.()
    const out = openSync(join(folder, `${name}.log`), 'a', 0o600)
    const [file = '', ...args] = command
    const child = spawn(file, args, {
      detached: true,
      stdio: ['ignore', out, out],
      env: { ...environment },
      cwd: folder,
    })
    closeSync(out)
    child.on('error', (error) => log(`${name} cannot be started: ${error.message}`))
    exited = new Promise<void>((resolve) => {
      child.once('exit', (_code, signal) => {
        if (signal) log(`${name} ended by ${signal}`)
        resolve()
      })
    })
    child.unref()
    pid = child.pid ?? 0
    writeFileSync(pidFile, String(pid))
  }
  const adopt = (): boolean => {
    try {
      pid = Number(readFileSync(pidFile, 'utf8'))
    } catch {
      return false
    }
    return pid > 0 && isRunning(pid) && isProgram(pid, command)
  }
  const watch = async (): Promise<void> => {
    while (!stopped) {
      await sleep(CHECK_MS)
      if (stopped || isRunning(pid)) continue
      log(`${name} has ended and is started again`)
      // The children of a killed program may hold its ports.
      if (pid > 0) killGroup(pid, 'SIGKILL')
      await sleep(RESTART_MS)
      if (!stopped) await launch().catch((error: unknown) => log(`${name}: ${String(error)}`))
    }
  }
  if (adopt()) log(`${name} goes on with pid ${pid}`)
  else {
    if (pid > 0 && isProgram(pid, command)) killGroup(pid, 'SIGKILL')
    await launch()
  }
  const watching = watch()
  return {
    pid: () => pid,
    stop: async (): Promise<void> => {
      stopped = true
      await watching
      if (pid === 0) return
      killGroup(pid, 'SIGTERM')
      const end = Date.now() + STOP_MS
      while (isRunning(pid) && Date.now() < end) await sleep(20)
      killGroup(pid, 'SIGKILL')
      await exited
      rmSync(pidFile, { force: true })
    },
  }
}
