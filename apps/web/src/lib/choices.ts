// What lists of countries, currencies, time zones and languages offer, each by its name in the language of the user.
import { COUNTRIES } from '@patchbay/contract/base/countries'
import { CURRENCIES } from '@patchbay/contract/base/currencies'

type Choice = { value: string; label: string }

const sorted = (choices: Choice[], language: string): Choice[] => {
  const { compare } = new Intl.Collator(language)
  return choices.toSorted((a, b) => compare(a.label, b.label))
}

/** What is stored is offered too: the server may know values that this browser does not. */
const including = (known: readonly string[], present: string | undefined): string[] => [
  ...new Set(present ? [present, ...known] : known),
]

/** Capitalised: several languages write these names with a small letter inside a sentence. */
const capitalised = (name: string, language: string): string =>
  `${name.charAt(0).toLocaleUpperCase(language)}${name.slice(1)}`

export const countryChoices = (language: string, present?: string): Choice[] => {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  return sorted(
    including(COUNTRIES, present).map((value) => ({ value, label: names.of(value) ?? value })),
    language,
  )
}

/** By code, which is what people look for: EUR · Euro. */
export const currencyChoices = (language: string, present?: string): Choice[] => {
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  const labelOf = (value: string) => {
    const name = names.of(value) ?? value
    return name === value ? value : `${value} · ${capitalised(name, language)}`
  }
  return sorted(
    including(CURRENCIES, present).map((value) => ({ value, label: labelOf(value) })),
    language,
  )
}

const offsetOf = (zone: string, at: Date): string =>
  new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** Every zone of the IANA list with its present distance from Greenwich: Europe/Stockholm · GMT+1. */
export const timezoneChoices = (present: string, at = new Date()): Choice[] =>
  including(['UTC', ...Intl.supportedValuesOf('timeZone')], present).map((value) => ({
    value,
    label: `${value.replaceAll('_', ' ')} · ${offsetOf(value, at)}`,
  }))

const LOCALES = `
  af ar az be bg bn bs ca cs da de de-AT de-CH el en en-AU en-CA en-GB en-IE en-IN en-NZ en-US en-ZA es es-419 es-AR es-CL
  es-CO es-MX es-PE es-US et eu fa fi fil fr fr-BE fr-CA fr-CH gl he hi hr hu hy id is it it-CH ja ka kk km ko ky lo lt lv
  mk mn ms my nb ne nl nl-BE pl pt pt-BR ro ru sk sl sq sr sv sw ta te tg th tk tr uk ur uz vi zh zh-HK zh-TW`
  .trim()
  .split(/\s+/)

/** Each language also in its own words, for those who cannot read the screen: Swedish · svenska. */
export const languageChoices = (language: string, present?: string): Choice[] => {
  const names = new Intl.DisplayNames(language, { type: 'language' })
  const labelOf = (value: string) => {
    const name = capitalised(names.of(value) ?? value, language)
    const own = new Intl.DisplayNames(value, { type: 'language' }).of(value) ?? name
    return own.toLocaleLowerCase() === name.toLocaleLowerCase() ? name : `${name} · ${own}`
  }
  return sorted(
    including(LOCALES, present).map((value) => ({ value, label: labelOf(value) })),
    language,
  )
}
