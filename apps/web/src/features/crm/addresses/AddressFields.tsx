import { Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { COUNTRIES } from '@patchbay/contract/base/countries'
import { useMemo } from 'react'
import { currentLanguage, useTexts } from '../../../texts/catalogue.ts'
import type { ShownField } from './address-values.ts'

const useCountries = () => {
  const language = currentLanguage()
  return useMemo(() => {
    const names = new Intl.DisplayNames([language], { type: 'region' })
    const countries = COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value }))
    return countries.toSorted((a, b) => a.label.localeCompare(b.label, language))
  }, [language])
}

/** The fields of an address, in any form that has them. */
export const AddressFields = ({ field }: { field: (name: ShownField) => GetInputPropsReturnType }) => {
  const { address: texts } = useTexts()
  const countries = useCountries()
  const text = (name: ShownField) => <TextInput label={texts.fields[name]} maxLength={255} {...field(name)} />
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select label={texts.fields.countryIso} data={countries} searchable clearable {...field('countryIso')} />
        {text('region')}
        {text('city')}
        {text('index')}
      </SimpleGrid>
      {text('street')}
      <SimpleGrid cols={2} spacing="sm">
        {text('building')}
        {text('flat')}
      </SimpleGrid>
      <TextInput label={texts.fields.text} description={texts.textWhat} maxLength={2000} {...field('text')} />
      <Textarea label={texts.fields.notes} autosize maxLength={2000} {...field('notes')} />
    </Stack>
  )
}
