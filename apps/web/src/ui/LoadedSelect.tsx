import { Select, type SelectProps } from '@mantine/core'

/** What FilterSelect loads; `start` says how the closed field was left. */
export const LoadedSelect = ({ start, ...props }: SelectProps & { start: 'opened' | 'focused' | undefined }) => (
  <Select clearable autoFocus={start !== undefined} defaultDropdownOpened={start === 'opened'} {...props} />
)
