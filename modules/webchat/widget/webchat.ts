// <script type="module" src="https://chat.example/webchat.js"></script> and nothing else.
import { createApi } from './api.ts'
import { type Actions, createView } from './view.ts'

const api = createApi(new URL(import.meta.url).origin)
let subscribed = false

const refresh = async (): Promise<void> => {
  if (!api.known()) return
  const { messages, reactions } = await api.list()
  view.show(messages, reactions)
  if (subscribed) return
  subscribed = true
  api.subscribe(() => void refresh().catch(() => undefined))
}

const attempt = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work()
    view.showError('')
    await refresh()
  } catch (error) {
    view.showError(error instanceof Error ? error.message : 'Something went wrong. Please try again')
    throw error
  }
}

const LARGEST = 1600

/** Scales large pictures down before the upload. */
const shrink = async (file: File): Promise<Blob> => {
  if (file.size < 900_000) return file
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, LARGEST / Math.max(bitmap.width, bitmap.height))
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })
}

const actions: Actions = {
  open: () => void refresh().catch(() => undefined),
  sendText: (text) => attempt(() => api.sendText(text)),
  sendPicture: (file) => attempt(async () => api.sendPicture(await shrink(file))),
  react: (messageId, reaction, add) => attempt(() => api.react(messageId, reaction, add)).catch(() => undefined),
}
const view = createView(api, actions)
