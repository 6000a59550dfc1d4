/** A time as modules write it; without a zone it is UTC. */
export const readTime = (text: string): Date => {
  const iso = text.replace(' ', 'T').replace(' ', '')
  const withZone = /(Z|[+-]\d{2}:?\d{2})$/.test(iso) ? iso : iso.includes('T') ? `${iso}Z` : iso
  return new Date(withZone)
}
