/** The upper bits of the seventh byte say version 4, those of the ninth the variant; all others are random (RFC 9562). */
const withVersion = (byte: number, at: number): number => {
  if (at === 6) return 0x40 | (byte & 0x0f)
  return at === 8 ? 0x80 | (byte & 0x3f) : byte
}

/** A UUID. `crypto.randomUUID` exists on secure pages only, and a workspace may be at a plain http address of a local network. */
export const randomId = (): string => {
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)), withVersion)
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
