import { MOST_BYTES } from '@patchbay/contract/base/constants'
import type { UploadedFile } from '@patchbay/contract/platform/files'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../../lib/error-text.ts'
import { useFormat } from '../../../lib/format.ts'
import { randomId } from '../../../lib/random-id.ts'
import { uploadFile } from '../../../lib/upload.ts'
import { type Texts, useTexts } from '../../../texts/catalogue.ts'
import { type Abilities, fileQuery } from './queries.ts'

// Attachments of a message being written: each is uploaded at once, with its progress or the reason it was rejected.

export type Attachment = {
  key: string
  name: string
  /** From 0 to 1. */
  progress: number
  uploaded?: Pick<UploadedFile, 'id' | 'type'>
  refused?: string
}

type Kind = Abilities['attach'][number]['kind']

/** The message type for a file: image, audio, or else file. */
const kindOf = (mimeType: string): Kind => {
  const [family] = mimeType.split('/')
  return family === 'image' || family === 'audio' ? family : 'file'
}

/** Checks before the upload; the server checks again. */
const refusalFor = (
  file: File,
  attach: Abilities['attach'],
  texts: Texts['chats'],
  bytes: (size: number) => string,
) => {
  const taken = attach.find(({ kind }) => kind === kindOf(file.type)) ?? attach.find(({ kind }) => kind === 'file')
  if (!taken) return texts.untaken
  const most = Math.min(taken.maxSize ?? MOST_BYTES, MOST_BYTES)
  return file.size > most ? texts.tooLarge(bytes(most)) : undefined
}

export const useAttachments = (attach: Abilities['attach'], initial: Attachment[] = []) => {
  const texts = useTexts()
  const format = useFormat()
  const queryClient = useQueryClient()
  const [attached, setAttached] = useState(initial)
  const uploads = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const all = uploads.current
    return () => {
      for (const upload of all.values()) upload.abort()
    }
  }, [])
  const change = (key: string, part: Partial<Attachment>) =>
    setAttached((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const upload = (key: string, file: File) => {
    const controller = new AbortController()
    uploads.current.set(key, controller)
    uploadFile(file, (progress) => change(key, { progress }), controller.signal).then(
      (uploaded) => change(key, { uploaded, progress: 1 }),
      (error: unknown) => change(key, { refused: errorText(texts, error) }),
    )
  }
  const add = (files: readonly File[]) => {
    for (const file of files) {
      const key = randomId()
      const refused = refusalFor(file, attach, texts.chats, format.bytes)
      setAttached((all) => [...all, { key, name: file.name, progress: 0, ...(refused && { refused }) }])
      if (!refused) upload(key, file)
    }
  }
  const remove = (key: string) => {
    uploads.current.get(key)?.abort()
    setAttached((all) => all.filter((one) => one.key !== key))
  }
  /** Files that are on the server already: those of a canned reply. */
  const addUploaded = async (items: readonly { id: string; caption?: string }[]) => {
    for (const { id, caption } of items) {
      const { type } = await queryClient.fetchQuery(fileQuery(id))
      const name = caption ?? texts.chats.kinds[type === 'image' ? 'image' : 'file']
      setAttached((all) => [...all, { key: randomId(), name, progress: 1, uploaded: { id, type } }])
    }
  }
  return { attached, add, addUploaded, remove, clear: () => setAttached([]) }
}

/** A picture needs no caption; other files show their name. */
export const itemsOf = (attached: readonly Attachment[]) =>
  attached.flatMap(({ name, uploaded }) => {
    if (!uploaded) return []
    return [{ id: uploaded.id, ...(uploaded.type !== 'image' && { caption: name }) }]
  })
