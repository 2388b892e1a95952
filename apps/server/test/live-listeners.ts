import { createComment } from '@wingmark/contract/comments'
import { type Listening, listen, listenToReview } from './listen-live.ts'
import type { Published } from './people.ts'
import type { Caller, TestApp } from './start-test-app.ts'

export type Listeners = ReturnType<typeof newListeners>

/** Short ways to listen to reviews and to comment on them; where nothing else is said, in `app`. */
export function newListeners(app: TestApp) {
  const open: Listening[] = []

  async function listenAs(
    published: Published,
    caller: Caller,
    { at = app, after }: { at?: TestApp; after?: string } = {},
  ): Promise<Listening> {
    const listening = await listenToReview(at.url, published.review._id, caller, after)
    open.push(listening)
    return listening
  }

  return {
    listenAs,
    /** Listens, and waits until the stream says that it is up. */
    async settle(published: Published, caller: Caller, at = app): Promise<Listening> {
      const listening = await listenAs(published, caller, { at })
      await listening.next('presence')
      return listening
    },
    async comment(published: Published, caller: Caller, at = app, message = 'Here') {
      const file = published.files[0]?._id ?? ''
      const body = { file, marker: { page: 1, x: 0.5, y: 0.5 }, message }
      return (await at.call(createComment, { body }, caller)).body.result
    },
    /** To a stream that is not of a review; closed with the others. */
    async listenTo(...given: Parameters<typeof listen>): Promise<Listening> {
      const listening = await listen(...given)
      open.push(listening)
      return listening
    },
    close: () => open.forEach((one) => one.close()),
  }
}
