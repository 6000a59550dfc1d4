import { AppError } from '../errors.ts'

// Requests that carry several entities, each saved or refused by itself.

export type SavedEach = {
  uploaded: { id: number; externalId?: string }[]
  failed: { externalId?: string }[]
  /** By place and field: 3.status. */
  errors: Record<string, string>
}

/** One after the other: what is refused is reported, and the others are saved. Any other error ends the request. */
export const saveEach = async <Entity extends { externalId?: string }>(
  entities: readonly Entity[],
  save: (entity: Entity) => Promise<number>,
): Promise<SavedEach> => {
  const saved: SavedEach = { uploaded: [], failed: [], errors: {} }
  for (const [place, entity] of entities.entries()) {
    const named = entity.externalId === undefined ? {} : { externalId: entity.externalId }
    try {
      saved.uploaded.push({ id: await save(entity), ...named })
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      saved.failed.push(named)
      for (const [field, why] of Object.entries(error.fields ?? { value: error.message }))
        saved.errors[`${place}.${field}`] = why
    }
  }
  return saved
}

export const uploadResult = ({ failed, errors }: SavedEach, errorMsg: string) => ({
  success: failed.length === 0,
  ...(failed.length > 0 && { errorMsg, errors }),
})
