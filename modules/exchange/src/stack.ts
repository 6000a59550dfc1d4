import { createSocket } from 'node:dgram'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openRtpengine } from './media/rtpengine.ts'
import { toneWav } from './recordings/tones.ts'
import type { Settings } from './settings.ts'
import { kamailioCommand, kamailioEnvironment, rtpengineCommand, writeConfiguration } from './sip/kamailio.ts'
import { type IncomingCall, openUserAgent } from './sip/user-agent.ts'
import { deleteBrowserContacts } from './store/extensions.ts'
import { type Database, SCHEMA } from './store/schema.ts'
import { startProgram } from './supervisor.ts'

// The SIP stack: rtpengine and Kamailio as programs of their own, and this process's connections to them.

/** Two Kamailios would share a UDP port without an error. */
const checkPort = (port: number, address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = createSocket('udp4')
    socket.once('error', (error) => reject(new Error(`UDP port ${port} cannot be used: ${error.message}`)))
    socket.bind({ port, address, exclusive: true }, () => socket.close(() => resolve()))
  })

const until = async (what: string, isReady: () => Promise<boolean>): Promise<void> => {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (await isReady().catch(() => false)) return
    await sleep(100)
  }
  throw new Error(`${what} does not start; see its log`)
}

export type StackOptions = {
  settings: Settings
  db: Database
  folder: string
  log: (line: string) => void
  onInvite: (call: IncomingCall) => void
}

export const startStack = async ({ settings, db, folder, log, onInvite }: StackOptions) => {
  const { ports, address } = settings
  // Absolute: the programs have a working folder of their own.
  const run = resolve(folder, 'run')
  const recordings = resolve(folder, 'recordings')
  for (const one of [run, recordings]) mkdirSync(one, { recursive: true, mode: 0o700 })
  const ringback = join(run, 'ringback.wav')
  writeFileSync(ringback, toneWav(425, 1, 3))
  const media = await startProgram({
    name: 'rtpengine',
    command: rtpengineCommand(settings, recordings),
    environment: { PATH: settings.searchPath },
    folder: run,
    prepare: () => checkPort(ports.control, '127.0.0.1'),
    log,
  })
  const rtpengine = await openRtpengine({ port: ports.control })
  const agent = await openUserAgent({ port: ports.node, proxyPort: ports.edge, onInvite })
  const edge = await startProgram({
    name: 'kamailio',
    command: kamailioCommand(writeConfiguration(run, settings), run),
    environment: kamailioEnvironment(settings, SCHEMA),
    folder: run,
    prepare: async () => {
      await Promise.all([checkPort(ports.sip, address), checkPort(ports.edge, '127.0.0.1')])
      await deleteBrowserContacts(db)
    },
    log,
  })
  const stop = async (): Promise<void> => {
    agent.close()
    await Promise.all([edge.stop(), rtpengine.removeAll().catch(() => {})])
    rtpengine.close()
    await media.stop()
  }
  try {
    await until('rtpengine', rtpengine.ping)
    await until('Kamailio', agent.ping)
  } catch (error) {
    await stop()
    throw error
  }
  return { rtpengine, agent, recordings, ringback, stop }
}
