import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { readTarLine, type TarMember } from './archive-rules.ts'

export const listTarMembers = async (path: string): Promise<TarMember[]> => {
  const args = ['--list', '--verbose', '--absolute-names', '--quoting-style=escape', `--file=${path}`]
  const { stdout } = await promisify(execFile)('tar', args, { maxBuffer: 1 << 30 })
  return stdout.split('\n').filter(Boolean).map(readTarLine)
}
