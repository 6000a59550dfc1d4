import {
  encodeSoftphoneMessage,
  readSoftphoneMessage,
  SOFTPHONE_VERSION,
  type WorkspaceMessage,
} from '@patchbay/contract/telephony/softphone'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { openSoftphone } from '../../../lib/endpoints.generated.ts'
import { errorText } from '../../../lib/error-text.ts'
import { currentLanguage, useTexts } from '../../../texts/catalogue.ts'
import { afterMessage, CONNECTING } from './softphone-state.ts'
import type { SoftphoneTabs } from './softphone-tabs.ts'

// D-120: the tab that has the phone: the link from the exchange, the messages of its frame, and the warning before it is closed.

/** A page that is loaded and says nothing is not a softphone. */
const READY_MS = 30_000

/** The link of this tab. Each one is asked for once: another one would reload the frame, and end its calls. */
const useLink = (leads: boolean, tabs: SoftphoneTabs) => {
  const texts = useTexts()
  const [attempt, setAttempt] = useState(0)
  const [url, setUrl] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the language does not change without a reload
  useEffect(() => {
    if (!leads) return
    let isCurrent = true
    tabs.publish(() => CONNECTING)
    call(openSoftphone, { body: { origin: window.location.origin } }).then(
      ({ softphone }) => isCurrent && setUrl(softphone.url),
      (error: unknown) =>
        isCurrent && tabs.publish(() => ({ ...CONNECTING, status: 'failed', problem: errorText(texts, error) })),
    )
    return () => {
      isCurrent = false
      setUrl(undefined)
    }
  }, [leads, tabs, attempt])
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  return { url, retry }
}

type Frame = RefObject<HTMLIFrameElement | null>

/** Messages of exactly this frame, at exactly the origin of the link. */
const useMessages = (frame: Frame, url: string | undefined, tabs: SoftphoneTabs, theme: 'light' | 'dark') => {
  const origin = url === undefined ? undefined : new URL(url).origin
  const post = useCallback(
    (message: WorkspaceMessage) =>
      origin !== undefined && frame.current?.contentWindow?.postMessage(encodeSoftphoneMessage(message), origin),
    [frame, origin],
  )
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    if (origin === undefined) return
    const silent = setTimeout(
      () => tabs.publish((state) => ({ ...state, status: 'failed', problem: 'no-answer' })),
      READY_MS,
    )
    const receive = ({ source, origin: from, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow || from !== origin) return
      const message = readSoftphoneMessage(data)
      if (!message) return
      clearTimeout(silent)
      if (message.type === 'ready') setReady(true)
      tabs.publish((state) => afterMessage(state, message))
    }
    // The page's policy names the origins of exchanges as they were when it was loaded.
    const blocked = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src')
        tabs.publish((state) => ({ ...state, status: 'failed', problem: 'reload' }))
    }
    window.addEventListener('message', receive)
    document.addEventListener('securitypolicyviolation', blocked)
    const release = tabs.hold(post)
    return () => {
      clearTimeout(silent)
      window.removeEventListener('message', receive)
      document.removeEventListener('securitypolicyviolation', blocked)
      release()
      setReady(false)
    }
  }, [frame, origin, tabs, post])
  useEffect(() => {
    if (isReady) post({ type: 'hello', version: SOFTPHONE_VERSION, locale: currentLanguage(), theme })
  }, [isReady, post, theme])
}

/** A call is in this tab: closing it asks first, since it would end the call. */
const useCloseWarning = (isInCall: boolean) => {
  useEffect(() => {
    if (!isInCall) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isInCall])
}

export const usePhoneTab = (
  leads: boolean,
  { tabs, isInCall, theme }: { tabs: SoftphoneTabs; isInCall: boolean; theme: 'light' | 'dark' },
) => {
  const frame = useRef<HTMLIFrameElement>(null)
  const { url, retry } = useLink(leads, tabs)
  useMessages(frame, url, tabs, theme)
  useCloseWarning(leads && isInCall)
  return { frame, url, retry }
}
