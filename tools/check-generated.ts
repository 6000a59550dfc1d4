// Generates the files in another folder and compares them with the committed ones.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GENERATED, generate } from './generate.ts'

const folder = mkdtempSync(join(tmpdir(), 'patchbay-generated-'))
try {
  await generate(folder)
  const stale = Object.values(GENERATED).filter(
    (path) => readFileSync(path, 'utf8') !== readFileSync(join(folder, path), 'utf8'),
  )
  for (const path of stale) console.log(`${path} is stale: run npm run generate`)
  process.exitCode = stale.length > 0 ? 1 : 0
} finally {
  rmSync(folder, { recursive: true })
}
