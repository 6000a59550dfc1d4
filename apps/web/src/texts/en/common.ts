import { plural } from '../plural.ts'

const count = plural('en')

export const common = {
  common: {
    cancel: 'Cancel',
    close: 'Close',
    save: 'Save',
    saved: 'Saved',
    copy: 'Copy',
    copied: 'Copied',
    remove: 'Delete',
    retry: 'Try again',
    loadMore: 'Show more',
    loading: 'Loading…',
    all: 'All',
    none: 'None',
    never: 'Never',
    actions: 'Actions',
    admin: 'Administrator',
    manager: 'Manager',
    on: 'On',
    off: 'Off',
    results: (number: number) => count(number, { one: 'result', other: 'results' }),
    clearFilters: 'Clear filters',
    home: 'Go to the start page',
    trace: 'Trace',
  },
  states: {
    failed: 'This could not be loaded',
    failedWhat: 'Nothing is lost. Try again; if it keeps happening, tell your administrator what you see here.',
    notFound: 'There is nothing here',
    notFoundWhat: 'The address may be mistyped, or what was here has been deleted.',
    nothingFits: 'Nothing fits these filters',
    nothingFitsWhat: 'Loosen a filter, or clear them all.',
    offline: 'The server cannot be reached. Check your connection and try again',
  },
  /** What the server refuses, for those whom it concerns; all other refusals come in the server's own words. */
  errors: {
    sign_in_needed: 'Sign in to go on',
    sign_in_refused: 'The e-mail or the password is wrong',
    sign_in_throttled: 'Too many tries. Wait a minute and try again',
    admin_needed: 'Only an administrator may do this',
    link_expired: 'This link has expired or was already used. Ask for a new one',
    password_weak: 'Choose a password of at least 10 characters',
    last_admin: 'An account needs at least one active administrator',
    code_taken: 'There is already one with this code',
    email_taken: 'There is already a user with this e-mail',
    not_found: 'Not found. It may have been deleted meanwhile',
    unavailable: 'Temporarily unavailable. Try again in a moment',
    internal: 'Something went wrong on our side. Try again in a moment',
  },
}
