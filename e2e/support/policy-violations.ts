// No page of ours may need more than its content security policy allows, and no policy may allow inline code as such.
import type { Browser, BrowserContext } from 'playwright-core'

const violations: string[] = []

/** Of all browsers of this file since the last time. */
export const takePolicyViolations = (): string[] => violations.splice(0)

/** As text: tools without the types of a browser import this file. */
const REPORT = `document.addEventListener('securitypolicyviolation', (event) => {
  const { effectiveDirective, blockedURI, sourceFile, lineNumber, documentURI, target } = event
  const markup = target instanceof Element ? target.outerHTML.slice(0, 300) : ''
  reportPolicyViolation(documentURI + ': ' + effectiveDirective + ' blocked ' + blockedURI + ' of ' + sourceFile + ':' + lineNumber + ' ' + markup)
})`

const watch = async (context: BrowserContext): Promise<void> => {
  context.on('response', (response) => {
    if (response.headers()['content-security-policy']?.includes('unsafe-inline'))
      violations.push(`${response.url()} allows unsafe-inline`)
  })
  await context.exposeBinding('reportPolicyViolation', (_source, text: string) => void violations.push(text))
  await context.addInitScript({ content: REPORT })
}

export const watchPolicy = (browser: Browser): Browser =>
  // A context that was closed at once has nothing to watch.
  browser.on('context', (context) => void watch(context).catch(() => undefined))
