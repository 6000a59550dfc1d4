import { isQuiet } from '@patchbay/contract/base/quiet-hours'
import type { LiveEvent } from '@patchbay/contract/live'
import { CATEGORY_OF } from '@patchbay/contract/platform/notification-constants'
import type { CallCard } from '@patchbay/contract/telephony/workspace/call-cards'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { renewPush } from '../features/platform/notification-settings/push.ts'
import { notificationSettingsQuery } from '../features/platform/notification-settings/queries.ts'
import { hiddenCardsOf } from '../features/telephony/call-cards/hidden-cards.ts'
import { cardsQuery } from '../features/telephony/call-cards/queries.ts'
import { showDesktopNotification } from '../lib/desktop-notification.ts'
import { useLeader } from '../lib/leader.ts'
import { useLiveEvent } from '../lib/live.ts'
import { meQuery } from '../lib/me.ts'
import { notificationPath, notificationTag } from '../lib/notification-path.ts'
import { playChime, soundLock, startRinging } from '../lib/sounds.ts'
import { currentLanguage } from '../texts/catalogue.ts'
import { notificationSentence } from '../texts/notification-sentence.ts'
import { useNotificationTexts } from '../texts/notifications.ts'

/** D-24: a card of a call that was reported late makes no sound. */
const rings = ({ direction, state, quiet }: CallCard): boolean => direction === 'in' && state === 'ringing' && !quiet

/** Kinds that have a sound of their own, or none: a call rings by its card, and a missed one has rung. */
const WITHOUT_CHIME = ['call', 'missed-call']

const useSettings = () => {
  const { me } = useSuspenseQuery(meQuery).data
  const { settings } = useSuspenseQuery(notificationSettingsQuery).data
  return { me, settings, isQuietNow: () => isQuiet(new Date(), me.timezone, settings.quietHours) }
}

const useRinging = (leads: boolean): void => {
  const { settings, me } = useSettings()
  const hiddenCards = hiddenCardsOf(me.id)
  const hidden = useSyncExternalStore(hiddenCards.subscribe, hiddenCards.ids)
  const cards = useQuery(cardsQuery).data?.cards ?? []
  const isRinging = cards.some((card) => rings(card) && !hidden.has(card.callId))
  const { ringtone, quietHours, calls } = settings
  useEffect(() => {
    if (leads && isRinging && calls.sound && !isQuiet(new Date(), me.timezone, quietHours))
      return startRinging(ringtone)
    return undefined
  }, [leads, isRinging, calls.sound, ringtone, quietHours, me.timezone])
}

/** The service worker says which page a notification that was clicked leads to. */
const followClicks = (go: (path: string) => void): (() => void) | undefined => {
  const worker = navigator.serviceWorker
  const onMessage = ({ data }: MessageEvent<{ open?: string }>) => data.open !== undefined && go(data.open)
  worker?.addEventListener('message', onMessage)
  return () => worker?.removeEventListener('message', onMessage)
}

/** Sounds and desktop notifications. Of several tabs one makes the sounds and one shows the notifications. */
export const Alerts = () => {
  const { me, settings, isQuietNow } = useSettings()
  const { words } = useNotificationTexts()
  const navigate = useNavigate()
  const isSoundOpen = useSyncExternalStore(soundLock.subscribe, soundLock.isOpen)
  const makesSounds = useLeader(`patchbay.sounds.${me.id}`, isSoundOpen)
  const showsNotifications = useLeader(`patchbay.notifications.${me.id}`)
  useRinging(makesSounds)
  useEffect(() => void renewPush().catch(() => undefined), [])
  useEffect(() => followClicks((path) => void navigate({ to: path })), [navigate])
  const onLiveEvent = useCallback(
    (event: LiveEvent) => {
      if (event.type !== 'notification' || event.silent || isQuietNow()) return
      const { content } = event
      const path = notificationPath(content)
      // Who is looking at it needs no alert.
      if (document.hasFocus() && window.location.pathname === path) return
      const { sound, desktop } = settings[CATEGORY_OF[content.kind]]
      if (makesSounds && sound && !WITHOUT_CHIME.includes(content.kind)) playChime(settings.chime)
      if (!showsNotifications || !desktop) return
      const sentence = notificationSentence(words, content, 1, currentLanguage())
      void showDesktopNotification(sentence, notificationTag(content), path, () => void navigate({ to: path }))
    },
    [isQuietNow, settings, makesSounds, showsNotifications, words, navigate],
  )
  useLiveEvent(onLiveEvent)
  return null
}
