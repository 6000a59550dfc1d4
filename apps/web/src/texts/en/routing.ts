// Who gets a call or a chat, and the page where administrators set it; loaded with the first of them (texts/routing.ts).
import { plural } from '../plural.ts'

const count = plural('en')
const chats = (number: number) => count(number, { one: 'open chat', other: 'open chats' })
const minutes = (number: number) => count(number, { one: 'minute', other: 'minutes' })

export const routing = {
  /** After the name of the chosen one, or in place of it. */
  results: {
    order: 'manager of the open order',
    customer: 'responsible for the customer',
    group: (group: string) => `next in turn in ${group}`,
    team: 'next in turn',
    closed: (opensAt: string) => (opensAt ? `closed until ${opensAt}` : 'closed'),
    nobodyFree: 'no one is free',
  },
  chat: {
    assigned: (name: string, why: string) => `Assigned to ${name}: ${why}`,
    reassigned: (name: string, why: string) => `Reassigned to ${name} after a long wait: ${why}`,
    waits: (why: string) => `Waiting for a manager: ${why}`,
    leadsNotified: (why: string) => `Long wait, team leads notified: ${why}`,
  },
  call: {
    chosen: (name: string, why: string) => `Router’s choice: ${name}, ${why}`,
    nobody: (why: string) => `Router’s choice: no one, ${why}`,
  },
  others: 'Why not the others?',
  nobody: 'Why no one?',
  verdicts: {
    chosen: 'chosen',
    inactive: 'deactivated',
    offline: 'does not have the workspace open',
    'presence-unknown': 'presence unknown',
    status: (status: string) => `status: ${status}`,
    'on-call': 'on a call',
    'no-chats': 'takes no chats',
    full: (open: number, most: number) => `full: ${open} of ${chats(most)}`,
    'no-extension': 'no extension',
    'did-not-reply': (number: number) => `did not reply for ${minutes(number)}`,
    closed: 'available, but the shop is closed',
    'outside-group': (group: string) => `available, but not in ${group}`,
    'not-responsible': 'available, but not the responsible manager',
    'more-chats': (open: number, chosenOpen: number) => `available, but has ${chats(open)}, not ${chosenOpen}`,
    'less-idle': (since: string) => `available, but idle only since ${since}`,
    same: 'available, but further down the list',
  },
  title: 'Routing',
  about: 'Who gets new chats, when your shops are open, and what happens when a customer waits too long.',
  assignment: {
    title: 'Assignment',
    what: 'New chats go to the responsible manager, then to the group of the shop or channel: the person with the fewest open chats, and of these the one idle longest.',
    enabled: 'Assign chats automatically',
    enabledShort: 'Automatic',
    enabledWhat:
      'Also records for each call whom the router would choose. While off, every manager is notified of new chats.',
    escalate: 'Escalate chats that wait',
    escalateWhat: 'Someone else takes over. When no one is free, team leads are notified.',
    minutes: 'After, minutes',
    capacity: 'How many chats a user gets is set for each user.',
    toUsers: 'Users',
  },
  shops: {
    title: 'Shops',
    what: 'Working hours follow the time zone of the account. Outside of them chats wait until the shop opens.',
    shop: 'Shop',
    hours: 'Working hours',
    group: 'Group',
    state: 'Now',
    open: 'Open',
    closed: 'Closed',
    always: 'Always open',
    edit: (name: string) => `Working hours of ${name}`,
    alwaysWhat: 'No closing times and no away reply.',
    weekly: 'Every week',
    days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    from: (day: string) => `${day}, from`,
    until: (day: string) => `${day}, until`,
    add: (day: string) => `${day}: add hours`,
    remove: (day: string) => `${day}: remove hours`,
    dates: 'Holidays and other dates',
    date: 'Date',
    dateName: 'Name',
    addDate: 'Add date',
    removeDate: (date: string) => `Remove ${date}`,
    away: 'Away reply',
    awayWhat: 'Sent once per chat while the shop is closed. Leave empty to send none.',
    groupWhat: 'The user group that serves this shop.',
    everyone: 'Everyone',
    summary: (days: number, dates: number) =>
      [`${days} of 7 days`, dates > 0 && count(dates, { one: 'special date', other: 'special dates' })]
        .filter(Boolean)
        .join(', '),
  },
  channels: {
    title: 'Channels',
    what: 'Each channel follows its shop unless you set it otherwise here.',
    channel: 'Channel',
    empty: 'No chat channel is connected yet.',
    edit: (name: string) => `Routing of ${name}`,
    enabled: 'Assign chats of this channel',
    defaultShop: 'Default shop',
    groupOfShop: 'As in the shop',
    awayOfShop: 'Leave empty to use the away reply of the shop.',
    off: 'Not assigned',
  },
  capacity: {
    change: 'Change chat limit',
    label: 'Open chats at most',
    what: 'New chats go to others from here on. 0: this user gets no chats.',
    head: 'Chats',
  },
}
