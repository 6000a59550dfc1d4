import { ComboboxChevron, type SelectProps, TextInput } from '@mantine/core'
import { Suspense, startTransition, useRef, useState } from 'react'
import { lazyComponent } from '../lib/lazy-component.ts'

const [LoadedSelect, preload] = lazyComponent(() => import('./LoadedSelect.tsx'), 'LoadedSelect')

type FilterSelectProps = Required<Pick<SelectProps, 'aria-label' | 'placeholder' | 'data'>> & {
  value: string | null
  searchable?: boolean
  onChange: (value: string | null) => void
}

/**
 * A single-choice filter. The dropdown would be a seventh of the first load and most visits never open it: until the user
 * hovers or focuses the field, only the closed field is rendered.
 */
export const FilterSelect = (props: FilterSelectProps) => {
  const { 'aria-label': label, placeholder, value, searchable = false } = props
  const [wasSet] = useState(value !== null)
  const [start, setStart] = useState<'opened' | 'focused'>()
  const pressed = useRef(false)
  // In a transition: the closed field stays until the dropdown is loaded.
  const use = (how: 'opened' | 'focused') => startTransition(() => setStart(how))
  const closed = (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      readOnly
      pointer={!searchable}
      rightSection={<ComboboxChevron size="sm" />}
      rightSectionPointerEvents="none"
      onPointerEnter={preload}
      onPointerDown={() => {
        pressed.current = true
      }}
      // With the keyboard, focus is enough: the first letter typed must reach the real field.
      onFocus={() => (pressed.current ? preload() : use('focused'))}
      onClick={() => use('opened')}
    />
  )
  return (
    <Suspense fallback={closed}>
      {wasSet || value !== null || start ? <LoadedSelect {...props} start={start} /> : closed}
    </Suspense>
  )
}
