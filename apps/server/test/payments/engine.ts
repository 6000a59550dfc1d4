import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { check } from '../../src/payments/checks/actions.ts'
import type { createOperation } from '../../src/payments/operations/actions.ts'

// The payments code that the model test runs: the product's own source, or a copy of it with a bug planted in the text.

const SOURCE = fileURLToPath(new URL('../../src', import.meta.url))
const PACKAGES = fileURLToPath(new URL('../../../../node_modules', import.meta.url))

const importEngine = async (source: string) => {
  const load = <Module>(path: string): Promise<Module> => import(/* @vite-ignore */ join(source, path))
  return {
    ...(await load<typeof import('../../src/lib/errors.ts')>('lib/errors.ts')),
    ...(await load<{ check: typeof check }>('payments/checks/actions.ts')),
    ...(await load<typeof import('../../src/payments/issuing/service.ts')>('payments/issuing/service.ts')),
    ...(await load<{ createOperation: typeof createOperation }>('payments/operations/actions.ts')),
    ...(await load<typeof import('../../src/payments/operations/service.ts')>('payments/operations/service.ts')),
    ...(await load<typeof import('../../src/payments/reconciliation/service.ts')>(
      'payments/reconciliation/service.ts',
    )),
    ...(await load<typeof import('../../src/payments/reports/service.ts')>('payments/reports/service.ts')),
  }
}
export type Engine = Awaited<ReturnType<typeof importEngine>>

export const loadEngine = (): Promise<Engine> => importEngine(SOURCE)

/** One replacement in one file of src. */
export type Bug = { file: string; text: string; replacement: string }

const plant = async (source: string, { file, text, replacement }: Bug): Promise<void> => {
  const path = join(source, file)
  const parts = (await readFile(path, 'utf8')).split(text)
  // A bug whose place has been rewritten would otherwise plant nothing, or something else.
  if (parts.length !== 2) throw new Error(`${file} contains the text to replace ${parts.length - 1} times, not once`)
  await writeFile(path, parts.join(replacement))
}

/** Copies the source to a temporary folder, plants the bug there and imports the copy as modules of its own. */
export const loadEngineWith = async (bug: Bug): Promise<{ engine: Engine; remove: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-planted-bug-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await cp(SOURCE, join(folder, 'src'), { recursive: true })
    await symlink(PACKAGES, join(folder, 'node_modules'))
    await plant(join(folder, 'src'), bug)
    return { engine: await importEngine(join(folder, 'src')), remove }
  } catch (error) {
    await remove()
    throw error
  }
}
