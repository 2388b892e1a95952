import { networkError } from '#web/lib/api-error'

/** Files without versions need none of it. Code that does not load is like no answer: tried again. */
export const lateCalls = () =>
  import('#web/features/comments/carry/calls').catch(() => {
    throw networkError('NETWORK')
  })
