import type { Deps } from '#server/deps'
import { countSentToday, countSentTodayBy } from '#server/modules/messages/usage/store'
import { recountMeter } from '#server/modules/users/service'

/** Deleted messages count, too. */
export const recountMessages = (deps: Deps): Promise<void> =>
  recountMeter(deps, {
    meter: 'MESSAGES',
    all: async () => new Map((await countSentToday(deps.db)).map(({ user, used }) => [user, used])),
    ofOne: countSentTodayBy,
  })
