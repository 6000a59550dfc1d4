// `patchbay account move` as a process of its own, between cells that a file names.
import { spawn } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const DIE_AT = new URL('./mover-dies.ts', import.meta.url).href

export type CellPlace = {
  name: string
  databaseUrl: string
  servers: readonly string[]
  fileFolder?: string | undefined
}

export const writeCellsFile = async (cells: readonly CellPlace[]): Promise<string> => {
  const file = join(await mkdtemp(join(tmpdir(), 'patchbay-cells-')), 'cells.json')
  await writeFile(file, JSON.stringify(Object.fromEntries(cells.map(({ name, ...cell }) => [name, cell]))))
  return file
}

/** `code` is null when it was killed. */
export type Moved = { code: number | null; output: string }

/** Killed in the moment in which it reports the state: a signal from here could come when it is in the next one. */
export const runMover = (args: readonly string[], killAt?: string): Promise<Moved> =>
  new Promise((resolve) => {
    const dying = killAt === undefined ? [] : ['--import', DIE_AT]
    const command = [...dying, 'apps/server/src/bin/patchbay.ts', 'account', 'move', ...args]
    const child = spawn('node', command, { cwd: ROOT, env: { ...process.env, DIE_AT: killAt } })
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('close', (code) => resolve({ code, output }))
  })
