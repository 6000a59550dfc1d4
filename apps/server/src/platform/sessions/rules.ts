const MOST_USERS = 5

/** The users who signed in on a device, the latest last; with the one who signs in now. */
export const withUser = (users: readonly number[], userId: number): number[] =>
  [...users.filter((id) => id !== userId), userId].slice(-MOST_USERS)
