import type { Import } from '@patchbay/contract/crm/workspace/imports'
import type { StatementUploadReply } from '@patchbay/contract/payments/workspace/payment-days'
import type { UploadedFile } from '@patchbay/contract/platform/files'
import { ApiError } from './api.ts'
import { parseTexts } from './bidi.ts'

const readJson = (text: string): object => {
  try {
    return parseTexts(text)
  } catch {
    return {}
  }
}

/** Uploads a file and reports progress from 0 to 1: only XMLHttpRequest does. */
const upload = <Reply>(
  url: string,
  file: File,
  onProgress: (part: number) => void,
  signal?: AbortSignal,
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const body = readJson(request.responseText)
      if (request.status < 300) resolve(body as Reply)
      else reject(new ApiError(request.status, body))
    }
    request.onerror = () => reject(new ApiError(0, {}))
    signal?.addEventListener('abort', () => request.abort())
    request.open('POST', url)
    request.setRequestHeader('content-type', file.type || 'application/octet-stream')
    request.send(file)
  })

export const uploadFile = (
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<UploadedFile> => upload('/workspace/files', file, onProgress, signal)

export const uploadImport = (
  kind: Import['kind'],
  file: File,
  onProgress: (part: number) => void,
): Promise<{ import: Import }> =>
  upload(`/workspace/imports?${new URLSearchParams({ kind, name: file.name })}`, file, onProgress)

export const uploadStatement = (
  { dayId, mapping }: { dayId: number; mapping: string | undefined },
  file: File,
): Promise<StatementUploadReply> => {
  const query = new URLSearchParams({
    dayId: String(dayId),
    name: file.name,
    ...(mapping !== undefined && { mapping }),
  })
  return upload(`/workspace/payment-statements?${query}`, file, () => undefined)
}
