const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const readUuid = (text: string): string | undefined => {
  const lower = text.toLowerCase()
  return UUID.test(lower) ? lower : undefined
}
