import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'

export type Direction = 'asc' | 'desc'

type SortHeadProps = {
  label: string
  /** Absent: the list is sorted by another column. */
  direction: Direction | undefined
  onSort: (direction: Direction) => void
}

const ICONS = { asc: IconArrowUp, desc: IconArrowDown }

/** The head of a column that a list can be sorted by: the first click sorts downwards, the next one upwards. */
export const SortHead = ({ label, direction, onSort }: SortHeadProps) => {
  const Icon = direction ? ICONS[direction] : IconSelector
  return (
    <UnstyledButton
      onClick={() => onSort(direction === 'desc' ? 'asc' : 'desc')}
      style={{ font: 'inherit', color: 'inherit', display: 'inline-flex', alignItems: 'center', gap: 4 }}
    >
      {label}
      <Icon size={14} aria-hidden style={{ opacity: direction ? 1 : 0.5, flex: 'none' }} />
    </UnstyledButton>
  )
}
