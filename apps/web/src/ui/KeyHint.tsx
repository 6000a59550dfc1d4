import { Kbd } from '@mantine/core'

const isApple = /Mac|iP(hone|ad)/.test(navigator.userAgent)

/** mod+K with the key names of the user's platform. */
export const KeyHint = ({ keys }: { keys: string }) => (
  <Kbd size="xs" style={{ whiteSpace: 'nowrap' }}>
    {keys.replace('mod+', isApple ? '⌘' : 'Ctrl ')}
  </Kbd>
)
