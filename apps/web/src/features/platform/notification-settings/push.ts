import { call } from '../../../lib/api.ts'
import { getPushKey, subscribeToPush, unsubscribeFromPush } from '../../../lib/endpoints.generated.ts'
import { currentLanguage } from '../../../texts/catalogue.ts'

// Web Push in this browser: the service worker shows notifications while the workspace is closed.

const WORKER = '/service-worker.js'

export const isPushSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window

/** The subscription of this browser, if it has one. */
export const findPush = async (): Promise<PushSubscription | undefined> => {
  if (!isPushSupported()) return undefined
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

/** A repeat updates the subscription: it belongs to the present session. Returns its id. */
const save = async (subscription: PushSubscription): Promise<number> => {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  const body = { endpoint, keys: { p256dh, auth }, language: currentLanguage() }
  return (await call(subscribeToPush, { body })).id
}

/** After signing in again, or in another language. */
export const renewPush = async (): Promise<void> => {
  const subscription = await findPush()
  if (subscription) await save(subscription)
}

export const turnPushOn = async (): Promise<void> => {
  const registration = await navigator.serviceWorker.register(WORKER)
  await navigator.serviceWorker.ready
  const { publicKey } = await call(getPushKey, {})
  await save(await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
}

export const turnPushOff = async (): Promise<void> => {
  const subscription = await findPush()
  if (!subscription) return
  const id = await save(subscription)
  await subscription.unsubscribe()
  await call(unsubscribeFromPush, { params: { id } })
}
