import { Button, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ReactNode, Suspense } from 'react'
import { lazyComponent } from '../lib/lazy-component.ts'
import { useTexts } from '../texts/catalogue.ts'
import styles from './Filters.module.css'

const [ClearFilters] = lazyComponent(() => import('./ClearFilters.tsx'), 'ClearFilters')

type FiltersProps = {
  /** The search field: always visible. */
  find?: ReactNode
  isSet: boolean
  onClear: () => void
  children: ReactNode
}

/** The filters of a list, in one row. On a phone they are behind a button, so that the list comes first. */
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
      <Suspense fallback={null}>{isSet && <ClearFilters label={common.clearFilters} onClick={onClear} />}</Suspense>
    </div>
  )
}

type DayProps = { label: string; value: string | undefined; withTime?: boolean; onChange: (value?: string) => void }

/** The label is inside the field: an empty date input does not explain itself. */
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

/** A period: from and to. */
export const PeriodFilter = ({ from, to, withTime = false, onFrom, onTo }: PeriodFilterProps) => {
  const { common } = useTexts()
  return (
    <div className={styles.days}>
      <Day label={common.from} value={from} withTime={withTime} onChange={onFrom} />
      <Day label={common.to} value={to} withTime={withTime} onChange={onTo} />
    </div>
  )
}
