import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './Status.module.css'

export type Tone = 'good' | 'bad' | 'warn' | 'calm' | 'info'

/** A state as text with a coloured dot. The colour never carries more than the text. */
export const Status = ({ tone, children, size = 'sm' }: { tone: Tone; children: ReactNode; size?: 'xs' | 'sm' }) => (
  <Group gap={6} wrap="nowrap" align="baseline" component="span" display="inline-flex">
    <span
      aria-hidden
      style={{ width: 8, height: 8, borderRadius: 8, flex: 'none', background: `var(--app-${tone})` }}
    />
    <Text size={size} component="span" className={styles.text ?? ''}>
      {children}
    </Text>
  </Group>
)
