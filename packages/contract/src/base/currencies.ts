// ISO 4217: the number of decimal places of a currency. A table of our own (D-41), because Intl returns what
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
// D-90: withdrawn codes. Modules still register them and older orders still have them.
const FORMER_NONE = codes('ADP BYB BYR ESP ITL PTE TPE TRL')
const FORMER_TWO = codes(`
  AFA ALK ANG AOK AON AOR ARA ARP ARY ATS AYM AZM BAD BEC BEF BEL BGJ BGK BGL BGN BOP BRB BRC BRE BRN BRR BUK CHC CSD
  CSJ CSK CUC CYP DDM DEM ECS ECV EEK ESA ESB FIM FRF GEK GHC GHP GNE GNS GQE GRD GWE GWP HRD HRK IEP ILP ILR ISJ LAJ
  LSM LTL LTT LUC LUF LUL LVL LVR MGF MLF MRO MTL MTP MVQ MXP MZE MZM NIC NLG PEH PEI PES PLZ RHD ROK ROL RUR SDD SDP
  SIT SKK SLL SRG STD SUR TJR TMM UAK UGS UGW USS UYN UYP VEB VEF VNC XEU YDD YUD YUM YUN ZAL ZMK ZRN ZRZ ZWC ZWD ZWL
  ZWN ZWR`)
const FORMER: ReadonlySet<string> = new Set([...FORMER_NONE, ...FORMER_TWO])

const DIGITS: ReadonlyMap<string, number> = new Map([
  ...[...NONE, ...FORMER_NONE].map((code): [string, number] => [code, 0]),
  ...[...TWO, ...FORMER_TWO].map((code): [string, number] => [code, 2]),
  ...THREE.map((code): [string, number] => [code, 3]),
  ...FOUR.map((code): [string, number] => [code, 4]),
])

export const CURRENCIES: readonly string[] = [...DIGITS.keys()].sort()

/** D-90: in use today or withdrawn. */
export const isCurrency = (code: string): boolean => DIGITS.has(code)

/** D-90: shops and new invoices use no other. */
export const isCurrentCurrency = (code: string): boolean => DIGITS.has(code) && !FORMER.has(code)

export const digitsOf = (currency: string): number => {
  const digits = DIGITS.get(currency)
  if (digits === undefined) throw new RangeError(`${currency} is not a currency of ISO 4217`)
  return digits
}
