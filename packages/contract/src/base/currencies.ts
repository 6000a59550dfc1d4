// ISO 4217: how many digits of a currency stand behind the point. A table of our own (D-41), because Intl gives what
// people usually write, which for some currencies is not what banks count in (IQD, RSD, ALL, …).

const codes = (text: string): string[] => text.trim().split(/\s+/)

const NONE = codes('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF')
const THREE = codes('BHD IQD JOD KWD LYD OMR TND')
const FOUR = codes('CLF UYW')
const TWO = codes(`
  AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP
  COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR
  JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN
  NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL
  THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`)
/** Withdrawn of late: orders of earlier years still carry them. */
const FORMER = codes('ANG BGN CUC HRK SLL ZWL')

const DIGITS: ReadonlyMap<string, number> = new Map([
  ...NONE.map((code): [string, number] => [code, 0]),
  ...[...TWO, ...FORMER].map((code): [string, number] => [code, 2]),
  ...THREE.map((code): [string, number] => [code, 3]),
  ...FOUR.map((code): [string, number] => [code, 4]),
])

export const CURRENCIES: readonly string[] = [...DIGITS.keys()].sort()

export const isCurrency = (code: string): boolean => DIGITS.has(code)

export const digitsOf = (currency: string): number => {
  const digits = DIGITS.get(currency)
  if (digits === undefined) throw new RangeError(`${currency} is not a currency of ISO 4217`)
  return digits
}
