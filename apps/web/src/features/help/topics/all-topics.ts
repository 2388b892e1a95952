import type { Topic } from '#web/features/help/topic'
import {
  ai,
  connect,
  messages,
  plansTopic,
  profile,
  signIn,
  storage,
  yourData,
} from '#web/features/help/topics/account'
import { comment, firstPass, keys, publish, search, share } from '#web/features/help/topics/reviewing'
import { rounds } from '#web/features/help/topics/rounds'
import { transfers, workspaces } from '#web/features/help/topics/working'

/** In the order in which users need them. */
export const topics: readonly Topic[] = [
  ...[publish, share, comment, rounds, firstPass, search, profile, connect, messages],
  ...[transfers, workspaces, plansTopic, storage, ai, keys, signIn, yourData],
]
