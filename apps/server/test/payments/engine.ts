import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AppError } from '../../src/lib/errors.ts'
import type { check } from '../../src/payments/checks/actions.ts'
import type { issueForPayment } from '../../src/payments/issuing/service.ts'
import type { createOperation } from '../../src/payments/operations/actions.ts'
import type { runOperation } from '../../src/payments/operations/service.ts'
import type { reconcileInvoice, reconcileOperation } from '../../src/payments/reconciliation/service.ts'
import type { receiveReport } from '../../src/payments/reports/service.ts'

// The payments code that the model test runs: the product's own source, or a copy of it with a bug planted in the text.

const SOURCE = fileURLToPath(new URL('../../src', import.meta.url))
const PACKAGES = fileURLToPath(new URL('../../../../node_modules', import.meta.url))

/** What the model calls. */
export type Engine = {
  AppError: typeof AppError
  check: typeof check
  issueForPayment: typeof issueForPayment
  createOperation: typeof createOperation
  runOperation: typeof runOperation
  reconcileInvoice: typeof reconcileInvoice
  reconcileOperation: typeof reconcileOperation
  receiveReport: typeof receiveReport
}

const FILES = [
  'lib/errors.ts',
  'payments/checks/actions.ts',
  'payments/issuing/service.ts',
  'payments/operations/actions.ts',
  'payments/operations/service.ts',
  'payments/reconciliation/service.ts',
  'payments/reports/service.ts',
]

const importEngine = async (source: string): Promise<Engine> => {
  const modules = await Promise.all(FILES.map((file) => import(/* @vite-ignore */ join(source, file))))
  return Object.assign({}, ...modules) as Engine
}

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
