/** D-14: what a module asks for beyond what an administrator granted it. */
export const scopesNotGranted = (wanted: readonly string[], granted: readonly string[]): string[] =>
  wanted.filter((scope) => !granted.includes(scope))

/** D-05: the shops of the account that a key sees. */
export const sitesSeen = (sites: readonly string[] | null, all: readonly string[]): string[] =>
  all.filter((code) => sites === null || sites.includes(code))
