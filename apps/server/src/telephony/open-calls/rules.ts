const SHOWN_DIGITS = 2

/** D-131: a number on a wall that visitors can see: only its last two digits. */
export const maskPhone = (phone: string): string => {
  const digits = phone.replace(/\D/g, '')
  return digits.length > 2 * SHOWN_DIGITS ? `••• ${digits.slice(-SHOWN_DIGITS)}` : '•••'
}
