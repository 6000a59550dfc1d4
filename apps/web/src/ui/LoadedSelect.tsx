import { Select, type SelectProps } from '@mantine/core'

/** The part of FilterSelect that is loaded lazily; `start` is the state of the closed field. */
export const LoadedSelect = ({ start, ...props }: SelectProps & { start: 'opened' | 'focused' | undefined }) => (
  <Select clearable autoFocus={start !== undefined} defaultDropdownOpened={start === 'opened'} {...props} />
)
