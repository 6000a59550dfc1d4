declare module 'pg/lib/utils.js' {
  /** A value as PostgreSQL reads it in a message. */
  export const prepareValue: (value: unknown) => unknown
}
