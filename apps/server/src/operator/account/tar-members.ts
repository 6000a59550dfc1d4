import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export type TarMember = { name: string; type: 'file' | 'folder' | 'other' }

const TYPES: Readonly<Record<string, TarMember['type']>> = { '-': 'file', d: 'folder' }

/** A line of `tar --list --verbose`; `-P` shows names as they are, with .. and a leading slash. */
const readTarLine = (line: string): TarMember | undefined => {
  const found = /^(\S)\S{9}\S* +\S+ +\d+ +\S+ +\S+ (.*)$/.exec(line)
  if (!found) return undefined
  return { type: TYPES[found[1] ?? ''] ?? 'other', name: (found[2] ?? '').replace(/\/$/, '') }
}

export const listTarMembers = async (path: string): Promise<TarMember[]> => {
  const args = ['--list', '--verbose', '--absolute-names', '--quoting-style=escape', `--file=${path}`]
  const { stdout } = await promisify(execFile)('tar', args, { maxBuffer: 1 << 30 })
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => readTarLine(line) ?? { name: line, type: 'other' })
}
