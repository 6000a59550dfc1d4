import { Kbd } from '@mantine/core'

const isApple = /Mac|iP(hone|ad)/.test(navigator.userAgent)

/** mod+K as it is printed on the keys in front of the reader. */
export const KeyHint = ({ keys }: { keys: string }) => (
  <Kbd size="xs" style={{ whiteSpace: 'nowrap' }}>
    {keys.replace('mod+', isApple ? '⌘' : 'Ctrl ')}
  </Kbd>
)
