import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CallState } from '../calls/call.ts'
import { readPackets } from './pcap.ts'
import { stereoWav } from './wav.ts'

// The files of recordings: rtpengine writes pcaps/<call>-<random>.pcap, and the WAV replaces it when the call has ended.

export const openRecordings = async (folder: string) => {
  const wavs = join(folder, 'wav')
  await mkdir(wavs, { recursive: true, mode: 0o700 })
  const pcaps = join(folder, 'pcaps')
  const wavOf = (id: string) => join(wavs, `${id}.wav`)
  const pcapsOf = async (id: string): Promise<string[]> => {
    const names = await readdir(pcaps).catch((): string[] => [])
    return names.filter((name) => name.startsWith(id)).map((name) => join(pcaps, name))
  }
  const convert = async ({ id, ports }: CallState): Promise<boolean> => {
    const files = await pcapsOf(id)
    if (files.length === 0) return false
    const packets = (await Promise.all(files.map((file) => readFile(file)))).flatMap(readPackets)
    const channels = { left: ports.customer, right: ports.telephone }
    const file = wavOf(id)
    await writeFile(`${file}.new`, stereoWav(packets, channels), { mode: 0o600 })
    await rename(`${file}.new`, file)
    await Promise.all(files.map((one) => rm(one, { force: true })))
    return true
  }
  return {
    convert,
    read: async (id: string): Promise<Buffer | undefined> =>
      /^[0-9a-f-]{36}$/.test(id) ? readFile(wavOf(id)).catch(() => undefined) : undefined,
    /** Deletes what is older. */
    expire: async (days: number, now: number): Promise<void> => {
      for (const name of await readdir(wavs)) {
        const file = join(wavs, name)
        const { mtimeMs } = await stat(file)
        if (now - mtimeMs > days * 86_400_000) await rm(file, { force: true })
      }
    },
  }
}
