import { describe, expect, it } from 'vitest'
import { countryChoices, currencyChoices, languageChoices, timezoneChoices } from './choices.ts'

const labelOf = (choices: { value: string; label: string }[], value: string) =>
  choices.find((choice) => choice.value === value)?.label

describe('choices', () => {
  it('names countries, currencies and languages in the language of the user, in its alphabetical order', () => {
    expect(labelOf(countryChoices('en'), 'SE')).toBe('Sweden')
    expect(labelOf(countryChoices('es'), 'DE')).toBe('Alemania')
    expect(labelOf(countryChoices('ru'), 'SE')).toBe('Швеция')
    expect(labelOf(currencyChoices('en'), 'EUR')).toBe('EUR · Euro')
    expect(labelOf(currencyChoices('ru'), 'SEK')).toBe('SEK · Шведская крона')
    expect(labelOf(languageChoices('en'), 'sv')).toBe('Swedish · svenska')
    expect(labelOf(languageChoices('es'), 'es')).toBe('Español')
    expect(countryChoices('en').at(0)?.label).toBe('Afghanistan')
    expect(countryChoices('es').at(0)?.label).toBe('Afganistán')
  })

  it('offers every country, current currency and time zone', () => {
    expect(countryChoices('en')).toHaveLength(249)
    expect(currencyChoices('en').length).toBeGreaterThan(150)
    const zones = timezoneChoices('UTC', new Date('2026-01-15T12:00:00Z'))
    expect(labelOf(zones, 'Europe/Stockholm')).toBe('Europe/Stockholm · GMT+1')
    expect(labelOf(zones, 'America/New_York')).toBe('America/New York · GMT-5')
    expect(zones.filter(({ value }) => value === 'UTC')).toHaveLength(1)
  })

  it('offers what is stored, also when it is not in the list', () => {
    expect(labelOf(currencyChoices('en', 'DEM'), 'DEM')).toContain('DEM')
    expect(labelOf(languageChoices('en', 'pt-AO'), 'pt-AO')).toContain('Portuguese')
  })
})
