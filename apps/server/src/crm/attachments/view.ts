import { toLocalTime } from '@patchbay/contract/base/local-time'
import type { Attachment as WireAttachment } from '@patchbay/contract/crm/attachments'
import { type Owner, visibleOwners } from './rules.ts'
import type { Attachment } from './store.ts'

const presentOwner = ({ kind, id, externalId, number, site }: Owner): WireAttachment['attachment'][number] => {
  const owner = { id, ...(externalId !== null && { externalId }), ...(site !== null && { site }) }
  return kind === 'order' ? { order: { ...owner, number: number ?? '' } } : { customer: owner }
}

export const presentAttachment = (
  { id, filename, mimeType, size, createdAt, owners }: Attachment,
  shopIds: readonly number[] | null,
  zone: string,
): WireAttachment => ({
  ...{ id, filename, type: mimeType, size, createdAt: toLocalTime(createdAt, zone) },
  attachment: visibleOwners(owners, shopIds).map(presentOwner),
})
