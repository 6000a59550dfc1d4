import { useEffect } from 'react'

/** Keeps the screen on while the page is shown, where the browser can. A hidden page loses the lock and asks again. */
export const useWakeLock = (): void => {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isGone = false
    const keepOn = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      // Refused when the battery is low, for example: the page works without it.
      const given = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isGone) await given?.release()
      else lock = given
    }
    const ask = () => void keepOn()
    ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      isGone = true
      document.removeEventListener('visibilitychange', ask)
      void lock?.release()
    }
  }, [])
}
