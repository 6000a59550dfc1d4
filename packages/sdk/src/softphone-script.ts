import { existsSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'

// softphone.ts as one script, for pages without a bundler.

/** In a checkout the sources are TypeScript; the published package has JavaScript. */
const sourceOf = (specifier: string): string => {
  const file = fileURLToPath(import.meta.resolve(specifier))
  const built = file.replace(/\.ts$/, '.js')
  return existsSync(built) ? readFileSync(built, 'utf8') : stripTypeScriptTypes(readFileSync(file, 'utf8'))
}

const withoutModuleSyntax = (source: string): string =>
  source
    .replace(/^(import|export type)\b[^;]*?from\s+['"][^'"]+['"];?$/gm, '')
    .replace(/^export \{[^}]*\};?$/gm, '')
    .replace(/^export /gm, '')

let script: string | undefined

/** A module script that exports `connectSoftphone`, and what the other side of it needs: serve it as text/javascript, or put it into the page. */
export const softphoneScript = (): string => {
  script ??= [
    ...['@patchbay/contract/telephony/softphone', './softphone.ts'].map((specifier) =>
      withoutModuleSyntax(sourceOf(specifier)),
    ),
    'export { connectSoftphone, encodeSoftphoneMessage, readSoftphoneMessage }\n',
  ].join('\n')
  return script
}
