// <script type="module" src="https://chat.example/webchat.js"></script> and nothing else.
import { createApi } from './api.ts'
import { type Acts, createView } from './view.ts'

const api = createApi(new URL(import.meta.url).origin)
let following = false

const refresh = async (): Promise<void> => {
  if (!api.known()) return
  const { messages, reactions } = await api.list()
  view.show(messages, reactions)
  if (following) return
  following = true
  api.follow(() => void refresh().catch(() => undefined))
}

const attempt = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work()
    view.trouble('')
    await refresh()
  } catch (error) {
    view.trouble(error instanceof Error ? error.message : 'Something went wrong. Please try again')
    throw error
  }
}

const LARGEST = 1600

/** Pictures of today's cameras are larger than a chat needs. */
const shrink = async (file: File): Promise<Blob> => {
  if (file.size < 900_000) return file
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, LARGEST / Math.max(bitmap.width, bitmap.height))
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })
}

const acts: Acts = {
  open: () => void refresh().catch(() => undefined),
  say: (text) => attempt(() => api.say(text)),
  sendPicture: (file) => attempt(async () => api.sendPicture(await shrink(file))),
  react: (messageId, reaction, add) => attempt(() => api.react(messageId, reaction, add)).catch(() => undefined),
}
const view = createView(api, acts)
