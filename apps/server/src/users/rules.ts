// Pure decisions about people who sign in.

/** Two spellings of one address are one person. */
export const emailKey = (email: string): string => email.trim().toLowerCase()

const MIN_PASSWORD = 10

/** Length is what makes a password strong; one that repeats the address is no secret. */
export const isWeakPassword = (password: string, email: string): boolean =>
  [...password].length < MIN_PASSWORD || emailKey(password) === emailKey(email) || new Set(password).size < 4

type Standing = { role: string; active: boolean }

/** An account without an administrator could never be mended from inside. */
export const leavesNoAdmin = (before: Standing, after: Standing, activeAdmins: number): boolean => {
  const wasAdmin = before.role === 'admin' && before.active
  const isAdmin = after.role === 'admin' && after.active
  return wasAdmin && !isAdmin && activeAdmins <= 1
}
