import type { LiveEvent } from '@patchbay/contract/live'
import type { CallCard, CardCustomer } from '@patchbay/contract/telephony/workspace/call-cards'
import { type QueryClient, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useCallback, useRef, useSyncExternalStore } from 'react'
import { useLiveEvent } from '../../../lib/live.ts'
import { meQuery } from '../../../lib/me.ts'
import { type ShownCard, useGoneCards } from './gone-cards.ts'
import { hiddenCardsOf } from './hidden-cards.ts'
import { withCard } from './open-cards.ts'
import { cardsQuery, readCallNotification } from './queries.ts'
import { createWrapUps, endingOf, wrapUpAfter } from './wrap-ups.ts'

/** One for each user of this browser. */
const STORES = new Map<number, ReturnType<typeof createWrapUps>>()

const useWrapUps = (userId: number) => {
  const store = STORES.get(userId) ?? createWrapUps(userId, window.localStorage, window)
  STORES.set(userId, store)
  useSyncExternalStore(store.subscribe, store.list)
  return store
}

type SetCards = (change: (cards: ShownCard[]) => ShownCard[]) => void

/** What a user changes about a call, wherever its card is kept. */
const cardEdits = (queryClient: QueryClient, wrapUps: ReturnType<typeof createWrapUps>, setGone: SetCards) => ({
  type: ({ card, gone: because, ...shownCard }: ShownCard, text: string) => {
    if (text === card.note && because === undefined) return wrapUps.remove(card.callId)
    wrapUps.put({ card, text, ...(because && { gone: because }), ...endingOf(shownCard) })
  },
  /** What was typed meanwhile stays a draft. */
  saved: (callId: number, note: string) => {
    const withNote = (card: CallCard) => (card.callId === callId ? { ...card, note } : card)
    queryClient.setQueryData(cardsQuery.queryKey, (old) => old && { ...old, cards: old.cards.map(withNote) })
    setGone((all) =>
      all.map((one) => (one.card.callId === callId ? { ...one, card: withNote(one.card), text: note } : one)),
    )
    const draft = wrapUps.find(callId)
    if (!draft || draft.text === note) return wrapUps.remove(callId)
    wrapUps.put({ ...draft, card: withNote(draft.card) })
  },
  /** The call belongs to another customer now. */
  linked: (callId: number, customers: CardCustomer[]) => {
    const withCustomers = (card: CallCard) => (card.callId === callId ? { ...card, customers } : card)
    queryClient.setQueryData(cardsQuery.queryKey, (old) => old && { ...old, cards: old.cards.map(withCustomers) })
    setGone((all) => all.map((one) => ({ ...one, card: withCustomers(one.card) })))
    const draft = wrapUps.find(callId)
    if (draft) wrapUps.put({ ...draft, card: withCustomers(draft.card) })
  },
})

/**
 * The call cards of this user: of open calls, of calls that still have to be written up, of missed ones, and for a moment
 * of others that were withdrawn, with the reason, since the user may be about to answer.
 */
export const useCards = () => {
  const queryClient = useQueryClient()
  const userId = useSuspenseQuery(meQuery).data.me.id
  const wrapUps = useWrapUps(userId)
  const loaded = useQuery(cardsQuery).data?.cards
  const { gone, setGone, addGone, hold, release } = useGoneCards()
  const hiddenCards = hiddenCardsOf(userId)
  const hidden = useSyncExternalStore(hiddenCards.subscribe, hiddenCards.ids)
  const withdrawn = useRef(new Map<number, number>())
  const onLiveEvent = useCallback(
    (event: LiveEvent) => {
      if (event.type === 'call-card') {
        queryClient.setQueryData(cardsQuery.queryKey, (old) => ({
          success: true as const,
          cards: withCard(old?.cards ?? [], withdrawn.current, event.card),
        }))
      }
      if (event.type !== 'call-card-withdrawn') return
      const { callId, because } = event
      withdrawn.current.set(callId, event.version)
      const was = queryClient.getQueryData(cardsQuery.queryKey)?.cards.find((card) => card.callId === callId)
      queryClient.setQueryData(
        cardsQuery.queryKey,
        (old) => old && { ...old, cards: old.cards.filter((card) => card.callId !== callId) },
      )
      if (!was) return
      const wrapUp = wrapUpAfter(was, wrapUps.find(callId), event, userId)
      if (wrapUp) return wrapUps.put(wrapUp)
      wrapUps.remove(callId)
      addGone({ card: was, text: was.note, gone: because, isWrapUp: false, ...endingOf(event) })
    },
    [queryClient, wrapUps, userId, addGone],
  )
  useLiveEvent(onLiveEvent)
  const open = (loaded ?? []).map(
    (card): ShownCard => ({ card, text: wrapUps.find(card.callId)?.text ?? card.note, isWrapUp: false }),
  )
  const isOpen = ({ card }: { card: CallCard }) => open.some((one) => one.card.callId === card.callId)
  // Until the open calls are known, a note may belong to one of them.
  const over = loaded ? wrapUps.list().filter((one) => !isOpen(one)) : []
  const shown: ShownCard[] = [
    ...[...open, ...gone.filter((one) => !isOpen(one) && !wrapUps.find(one.card.callId))].filter(
      ({ card }) => !hidden.has(card.callId),
    ),
    ...over.map((one) => ({ gone: 'ended' as const, ...one, isWrapUp: true })),
  ]
  return {
    shown,
    ...cardEdits(queryClient, wrapUps, setGone),
    hold,
    release,
    dismiss: (callId: number) => {
      wrapUps.remove(callId)
      setGone((all) => all.filter(({ card }) => card.callId !== callId))
    },
    /** In every tab, where it also stops ringing. */
    hide: (callId: number) => {
      hiddenCards.hide(callId)
      void readCallNotification(callId)
    },
  }
}

export type Cards = ReturnType<typeof useCards>
