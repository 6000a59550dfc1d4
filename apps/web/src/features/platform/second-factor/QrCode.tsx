import { encode } from 'uqr'

/** Dark on white in any theme: cameras read it so. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { data } = encode(text, { ecc: 'M', border: 4 })
  const size = data.length
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width={220} height={220} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
