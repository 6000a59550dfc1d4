// Who plays in the demo of each account: users with their phones, the numbers that customers dial, and what visitors
// write about.
import { FERN_TRADE, type FixtureTrade, KETTLE_TRADE } from '@patchbay/testkit/fixture-orders'

export type Talk = { question: string; reply: string; thanks: string }

export type Cast = {
  trade: FixtureTrade
  /** The name of a user in the fixtures, and the phone. */
  extensions: Record<string, string>
  /** The code of a shop, and its number. */
  lines: readonly { siteCode: string; externalPhone: string }[]
  /** Opens traces. */
  admin: string
  /** Played by the director: answers what nobody else answers. */
  colleague: string
  talks: readonly Talk[]
}

const talk = (question: string, reply: string, thanks: string): Talk => ({ question, reply, thanks })

const FERN_CAST: Cast = {
  trade: FERN_TRADE,
  extensions: { ada: '101', bruno: '102', chiara: '103' },
  lines: [
    { siteCode: 'fern-online', externalPhone: '+12025550190' },
    { siteCode: 'fern-garden', externalPhone: '+12025550191' },
  ],
  admin: 'ada',
  colleague: 'chiara',
  talks: [
    talk('Is the olive tree still in stock?', 'Yes, three of them. Shall I put one aside?', 'Yes please, until Friday'),
    talk(
      'My fern has brown tips. What am I doing wrong?',
      'Too dry, most likely. Mist it twice a week.',
      'Thank you, I will try that',
    ),
    talk('Do you deliver on Saturdays?', 'We do, between 9 and 13.', 'Perfect, then Saturday it is'),
    talk('Which soil do I need for lavender?', 'A lean one: half of it sand.', 'Great, I will order two bags'),
    talk('Can I return the zinc tub? It is too large', 'Of course, within 30 days.', 'Thanks, I will bring it back'),
    talk('When are the tulip bulbs planted?', 'From October on, before the first frost.', 'Good to know!'),
  ],
}

const KETTLE_CAST: Cast = {
  trade: KETTLE_TRADE,
  extensions: { edith: '101', farid: '102' },
  lines: [{ siteCode: 'kettle', externalPhone: '+12025550192' }],
  admin: 'edith',
  colleague: 'farid',
  talks: [
    talk('Which coffee suits a moka pot?', 'The house espresso, ground a little coarser.', 'I will take a kilo'),
    talk('Is the copper kettle safe on induction?', 'It is: the base is steel.', 'Then I order one today'),
    talk('Can you grind it for filter?', 'Yes, just write it into the comment.', 'Wonderful'),
    talk('When does the Kenya arrive?', 'On Tuesday, fresh from the roaster.', 'I can wait until then'),
    talk('Do you have gift cards?', 'We do: 25, 50 and 100 dollars.', 'Two of 50, please'),
  ],
}

const CASTS = new Map([FERN_CAST, KETTLE_CAST].map((cast) => [cast.trade.account.host, cast]))

export const castOf = (host: string): Cast => {
  const cast = CASTS.get(host)
  if (!cast) throw new Error(`The demo has no account ${host}`)
  return cast
}
