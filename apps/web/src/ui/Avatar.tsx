import { Avatar as MantineAvatar } from '@mantine/core'

const QUIET = {
  placeholder: { background: 'var(--app-avatar)', color: 'var(--mantine-color-text)', border: 0, fontWeight: 600 },
}

/** A picture, or initials without one. The name is always beside it, so screen readers skip it. */
export const Avatar = ({
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
  <MantineAvatar
    src={src ?? null}
    name={name}
    size={size}
    radius={square ? 'md' : 'xl'}
    alt=""
    aria-hidden
    styles={QUIET}
  />
)
