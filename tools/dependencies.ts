// `npm run check -- dependencies`: every package of the lock file has a licence that allows what we do with it, is pinned by the
// checksum of its content, and runs nothing when it is installed. Advisories are not asked for: that needs a network. With
// RECORD_RESULTS=1 the result is published as S10 of docs/reliability.md.
import { readFileSync } from 'node:fs'
import { recordResult } from '../faults/record.ts'
import { TESTS } from '../faults/tests.ts'

/** Permissive ones. MPL-2.0 asks for the sources of changed files only; the fonts and the data have licences of their own kind. */
const LICENCES = new Set(
  `MIT MIT-0 ISC 0BSD BSD-2-Clause BSD-3-Clause Apache-2.0 BlueOak-1.0.0 Unlicense CC0-1.0 Python-2.0 PSF-2.0 MPL-2.0 OFL-1.1
   CC-BY-4.0`.split(/\s+/),
)

/** Its script says only whether its binary fits the machine, and never runs (.npmrc). */
const HAS_A_SCRIPT = ['node_modules/@swc/core']

const UNNAMED = 'not named'

/** Parts of the S3 server that tests use: one says its licence in its readme, the other nowhere. Neither is shipped. */
const NOT_IN_MANIFEST: Readonly<Record<string, string>> = {
  'node_modules/only': 'MIT',
  'node_modules/humanize-number': UNNAMED,
}

type Entry = {
  license?: string
  integrity?: string
  resolved?: string
  hasInstallScript?: boolean
  link?: boolean
  optional?: boolean
  os?: string[]
}
export type Lock = { packages: Record<string, Entry> }

/** "(MIT OR GPL-3.0)" lets us choose; "MIT AND Apache-2.0" does not. */
const isAllowed = (licence: string): boolean =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => LICENCES.has(one.trim())))

/** A binary for another system, which `npm ci` skips here: its checksum is known only where it can be fetched. */
const isForeignBinary = ({ optional, os, integrity }: Entry): boolean =>
  optional === true && os !== undefined && integrity === undefined

const licenceOf = (path: string, { license }: Entry): string => {
  if (license) return license
  const manifest = JSON.parse(readFileSync(`${path}/package.json`, 'utf8')) as { licenses?: { type: string }[] }
  // The form of before 2014.
  const [old] = manifest.licenses ?? []
  return old?.type ?? NOT_IN_MANIFEST[path] ?? 'none'
}

export const dependencyProblems = ({ packages }: Lock, npmrc: string): string[] => [
  ...(/^ignore-scripts=true$/m.test(npmrc) ? [] : ['.npmrc lets packages run scripts when they are installed']),
  ...Object.entries(packages).flatMap(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link || isForeignBinary(entry)) return []
    const licence = licenceOf(path, entry)
    return [
      ...(isAllowed(licence) || licence === UNNAMED ? [] : [`${path} has the licence ${licence}`]),
      ...(entry.integrity?.startsWith('sha512-') ? [] : [`${path} is not pinned by a checksum`]),
      ...(entry.resolved && !entry.resolved.startsWith('https://registry.npmjs.org/')
        ? [`${path} does not come from the registry: ${entry.resolved}`]
        : []),
      ...(entry.hasInstallScript && !HAS_A_SCRIPT.includes(path) ? [`${path} has an install script`] : []),
    ]
  }),
]

if (import.meta.main) {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
  const problems = dependencyProblems(lock, readFileSync('.npmrc', 'utf8'))
  for (const problem of problems) console.log(problem)
  const foreign = Object.values(lock.packages).filter(isForeignBinary).length
  const packages = Object.keys(lock.packages).length
  console.log(`${packages} packages, ${foreign} binaries for other systems without a checksum`)
  recordResult({
    id: 'S10',
    name: TESTS.find(({ id }) => id === 'S10')?.name ?? '',
    size: `${packages} packages of the lock file`,
    figures: {
      problems: problems.length,
      binaries_for_other_systems_without_a_checksum: foreign,
      advisories: 'not asked for: no registry of them answers on the machine of the run',
    },
    passed: problems.length === 0,
  })
  process.exitCode = problems.length > 0 ? 1 : 0
}
