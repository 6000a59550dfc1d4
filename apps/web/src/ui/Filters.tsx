import { ActionIcon, Button, Text, TextInput, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconFilterOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../texts/catalogue.ts'
import styles from './Filters.module.css'

type FiltersProps = {
  /** What is typed to find one thing: always in sight. */
  find?: ReactNode
  isSet: boolean
  onClear: () => void
  children: ReactNode
}

/** What a list is narrowed by, in one row. On a phone it waits behind a button, so that the list comes first. */
export const Filters = ({ find, isSet, onClear, children }: FiltersProps) => {
  const { common } = useTexts()
  const [opened, { toggle }] = useDisclosure()
  return (
    <div className={styles.filters}>
      {find}
      <Button
        hiddenFrom="sm"
        variant="default"
        aria-expanded={opened}
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        onClick={toggle}
      >
        {common.filters}
      </Button>
      <div className={styles.rest} data-opened={opened || undefined}>
        {children}
      </div>
      {isSet && (
        <Tooltip label={common.clearFilters}>
          <ActionIcon variant="default" size={36} aria-label={common.clearFilters} onClick={onClear}>
            <IconFilterOff size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  )
}

type DayProps = { label: string; value: string | undefined; withTime?: boolean; onChange: (value?: string) => void }

/** Its name stands inside: an empty day says nothing of itself. */
const Day = ({ label, value, withTime, onChange }: DayProps) => (
  <TextInput
    aria-label={label}
    type={withTime ? 'datetime-local' : 'date'}
    className={styles.day}
    data-set={value}
    style={{ flexBasis: `calc(${label.length}ch + ${withTime ? 12 : 8}rem)` }}
    leftSection={
      <Text size="sm" c="dimmed">
        {label}
      </Text>
    }
    leftSectionWidth={`calc(${label.length}ch + 1rem)`}
    leftSectionPointerEvents="none"
    value={value ?? ''}
    onChange={(event) => onChange(event.currentTarget.value || undefined)}
  />
)

type PeriodFilterProps = {
  from: string | undefined
  to: string | undefined
  /** To the minute, not only the day. */
  withTime?: boolean
  onFrom: (from?: string) => void
  onTo: (to?: string) => void
}

/** From when, until when. */
export const PeriodFilter = ({ from, to, withTime = false, onFrom, onTo }: PeriodFilterProps) => {
  const { common } = useTexts()
  return (
    <div className={styles.days}>
      <Day label={common.from} value={from} withTime={withTime} onChange={onFrom} />
      <Day label={common.to} value={to} withTime={withTime} onChange={onTo} />
    </div>
  )
}
