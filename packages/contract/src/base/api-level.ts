/**
 * Rises by one with each release that adds to the API. A module that needs an addition compares it with `apiLevel` of
 * /api/system-info. The levels are listed in docs/guides/upgrade.md.
 */
export const API_LEVEL = 1
