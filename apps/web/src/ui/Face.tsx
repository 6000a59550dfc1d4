import { Avatar } from '@mantine/core'

const QUIET = {
  placeholder: { background: 'var(--app-face)', color: 'var(--mantine-color-text)', border: 0, fontWeight: 600 },
}

/** Who or what: a picture where there is one, else initials. The name stands beside it, so it is hidden from readers. */
export const Face = ({
  name,
  src,
  size = 32,
  square,
}: {
  name: string
  src?: string | undefined
  size?: number
  square?: boolean
}) => (
  <Avatar src={src ?? null} name={name} size={size} radius={square ? 'md' : 'xl'} alt="" aria-hidden styles={QUIET} />
)
