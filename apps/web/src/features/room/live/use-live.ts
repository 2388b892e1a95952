import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { Author } from '@wingmark/contract/comments'
import { liveReviewPath, type ReviewEvent } from '@wingmark/contract/live'
import type { ReviewPage } from '@wingmark/contract/reviews'
import { useEffect, useState } from 'react'
import { profileQuery } from '#web/features/account/queries'
import {
  applyToCheck,
  checkKeys,
  isChangingFindings,
  readAgain as readChecksAgain,
} from '#web/features/checks/queries'
import type { CommentItem } from '#web/features/comments/outbox/comment-changes'
import { isSameComment, isSameReply } from '#web/features/comments/outbox/comment-target'
import {
  applyToComments,
  commentKeys,
  isCommentEvent,
  loadedComment,
  wasOpen,
} from '#web/features/comments/queries'
import { reviewKeys } from '#web/features/reviews/queries'
import { openLivePage } from '#web/features/room/live/live-page'
import { sayEvent } from '#web/features/room/live/say-event'
import { useSayHere } from '#web/features/room/live/use-say-here'
import { versionEvents } from '#web/features/room/live/version-events'
import { hasCard, keepCard } from '#web/features/room/state/card-keys'
import { firstWords } from '#web/features/room/state/first-words'
import { useRoom } from '#web/features/room/state/room-context'
import { versionKeys } from '#web/features/versions/queries'
import { taskLinkKeys } from '#web/features/workspaces/links/queries'
import { callerHeaders } from '#web/lib/api'
import { reviewAddress } from '#web/lib/cached-answers'
import { authorName, guestName } from '#web/lib/has-no-account'
import { forgetDeleted, rememberDeleted } from '#web/lib/known-deleted'
import { type LiveStatus, openLive } from '#web/lib/live-connection'
import { readMissed } from '#web/lib/query-reading'
import { getSession, useSession } from '#web/lib/session'
import { shareTokenOf } from '#web/lib/share-token'

export type Presence = {
  viewers: number
  people: readonly { _id: string; name: string; avatar: string | null; color?: number | undefined }[]
}

/** Puts the guest mark into the name, as the room shows it. */
const named = <P extends { name: string; isGuest: boolean }>(person: P): P => ({
  ...person,
  name: guestName(person.name, person.isGuest),
})

const alone: Presence = { viewers: 1, people: [] }

/** Offline, nobody knows who is there; a short interruption changes nothing. */
const settleMs = 3_000
const freshMs = 4_000
/** A change of access ends file addresses; clients fetch new ones with jitter. */
const refetchWithinMs = 2_000
const soonMs = 300
const findingsWithinMs = 300
/** The server names at most so many people. */
const namedMax = 20
const tickMs = 1_000
/** Interval of presence calls; longer among too many people to be named. */
const sayMs = 250
const sayMsOfViewer = 4

/** Keeps the room up to date; returns who is here and the connection's state. */
export function useLive(): { presence: Presence; status: LiveStatus } {
  const { reviewId, store, outbox, others, announce, isOnDevice } = useRoom()
  const client = useQueryClient()
  const { token, guest } = useSession()
  const identity = token ?? guest?.accessToken ?? null
  const [presence, setPresence] = useState(alone)
  const [status, setStatus] = useState<LiveStatus>('connecting')

  // Becoming a guest or signing in reopens the stream, since it carries permissions.
  useEffect(() => {
    if (isOnDevice) return
    const pageKey = reviewKeys.page(reviewId)
    const page = openLivePage(client, pageKey)
    const onVersion = versionEvents({ reviewId, store, client, pageKey })
    const timers = new Set<ReturnType<typeof setTimeout>>()
    const later = (ms: number, then: () => void) => {
      timers.add(setTimeout(then, ms))
    }
    const readSoon = (queryKey: QueryKey, withinMs: number) =>
      later(Math.random() * withinMs, () => void client.invalidateQueries({ queryKey }))

    const welcome = (id: string, author: Author, sentence: string) => {
      if (isOwn(author, client.getQueryData(profileQuery.queryKey)?.user._id)) return
      announce(sentence)
      others.dispatch({ do: 'wrote', id: author._id, now: performance.now() })
      store.dispatch({ do: 'fresh', id, isFresh: true })
      later(freshMs, () => store.dispatch({ do: 'fresh', id, isFresh: false }))
    }

    /** Composed before the event applies; the user's own actions are visible anyway. */
    const tellOf = (event: ReviewEvent) => {
      if (!('_id' in event.data)) return
      const { _id } = event.data
      const isOwn =
        store.get().hidden.includes(_id) ||
        outbox.store.get().some(({ target }) => 'comment' in target && target.comment === _id)
      if (isOwn) return
      const sentence = sayEvent(event, {
        comment: 'file' in event.data ? loadedComment(client, { _id, file: event.data.file }) : undefined,
        file: client.getQueryData<ReviewPage>(pageKey)?.files.find((file) => file._id === _id),
      })
      if (sentence) announce(sentence)
    }

    // Many are dismissed at once: read only after the last event.
    const changedFindings = new Set<string>()
    const findingsChanged = (fileId: string) => {
      if (changedFindings.has(fileId)) return
      changedFindings.add(fileId)
      later(findingsWithinMs, () => {
        changedFindings.delete(fileId)
        // The user's own changes already show, and are read once stored.
        if (!isChangingFindings(client)) void readChecksAgain(client, fileId)
      })
    }

    // Too many events were missed: reads comments, files and the review again.
    const all = [pageKey, commentKeys.all, versionKeys.all, taskLinkKeys.all, checkKeys.all]
    const readAllAgain = () => {
      for (const queryKey of all) void client.invalidateQueries({ queryKey })
    }

    const onEvent = (event: ReviewEvent) => {
      if (event.event === 'presence') {
        others.dispatch({ do: 'present', ...presentOf(event.data.people), now: performance.now() })
        return setPresence({ viewers: event.data.viewers, people: event.data.people.map(named) })
      }
      if (event.event === 'here') {
        const own = [client.getQueryData(profileQuery.queryKey)?.user._id, getSession().guest?._id]
        const people = event.data.people.filter(({ _id }) => !own.includes(_id)).map(named)
        return others.dispatch({ do: 'here', people, now: performance.now() })
      }
      if (event.event === 'reset') return readAllAgain()
      if (event.event === 'deleted') {
        rememberDeleted(reviewId)
        return void client.invalidateQueries({ queryKey: pageKey })
      }
      if (event.event === 'comment.created' || event.event === 'reply.created') {
        // The user's own change may arrive here before its answer.
        const isThis = (item: CommentItem) =>
          event.event === 'reply.created' ? isSameReply(item, event.data) : isSameComment(item, event.data)
        const own = outbox.store.get().find((item) => !hasCard(item.key) && isThis(item))
        if (own && event.data.createdAt >= own.at) keepCard(event.data._id, own.key)
      }
      onVersion(event)
      if (event.event.startsWith('comment.') || event.event.startsWith('file.')) tellOf(event)
      if (isCommentEvent(event)) applyToComments(client, event)
      page.apply(event, event.event === 'comment.deleted' ? wasOpen(event.data._id) : true)
      if (event.event === 'check.progress' || event.event === 'check.done') applyToCheck(client, event.data)
      if (event.event === 'check.changed') findingsChanged(event.data.file)
      // Published or reopened, perhaps by another editor.
      if (event.event === 'comment.deleted' || (event.event === 'comment.created' && event.data.isFromCheck))
        void readChecksAgain(client, event.data.file)
      if (event.event === 'comment.created') {
        const { _id, author, message } = event.data
        welcome(_id, author, `${authorName(author)} commented: ${firstWords(message)}`)
      }
      if (event.event === 'reply.created') {
        const { _id, author, message } = event.data
        welcome(_id, author, `${authorName(author)} replied: ${firstWords(message)}`)
      }
      if (event.event === 'comment.task') readSoon(taskLinkKeys.file(event.data.file), soonMs)
      if (event.event === 'review.updated' || event.event === 'round.changed')
        readSoon(pageKey, refetchWithinMs)
      if (isAboutDecisions(event)) readSoon(reviewKeys.rounds(reviewId), soonMs)
    }

    let settling: ReturnType<typeof setTimeout> | undefined
    const settle = () => {
      setPresence(alone)
      others.dispatch({ do: 'present', ids: [], now: performance.now() })
    }

    const onStatus = (next: LiveStatus) => {
      setStatus(next)
      if (next === 'open') {
        clearTimeout(settling)
        settling = undefined
      } else settling ??= setTimeout(settle, settleMs)
      // The page finds out why, and shows it.
      if (next === 'refused') void client.invalidateQueries({ queryKey: pageKey })
      if (next === 'open') forgetDeleted(reviewId)
      if (next === 'open') readMissed(client, reviewAddress(reviewId), all)
    }

    const lastEventId = client.getQueryData<ReviewPage>(pageKey)?.lastEventId ?? '0'
    const close = openLive<ReviewEvent>({
      path: liveReviewPath(reviewId),
      headers: () => callerHeaders(shareTokenOf(reviewId)),
      lastEventId,
      onEvent,
      onStatus,
    })
    return () => {
      close()
      page.stop()
      clearTimeout(settling)
      for (const timer of timers) clearTimeout(timer)
    }
  }, [reviewId, identity, client, store, outbox, others, announce, isOnDevice])

  useEffect(() => {
    const timer = setInterval(() => others.dispatch({ do: 'tick', now: performance.now() }), tickMs)
    return () => clearInterval(timer)
  }, [others])

  const { viewers, people } = presence
  const isHeard = identity !== null && viewers > 1 && status === 'open'
  useSayHere(isHeard ? Math.max(sayMs, people.length < namedMax ? 0 : viewers * sayMsOfViewer) : null)

  return { presence, status: isOnDevice ? 'open' : status }
}

type Present = Extract<ReviewEvent, { event: 'presence' }>['data']['people']

/** `ids`: null if there are more than are named. */
function presentOf(people: Present) {
  const ids = people.map(({ _id }) => _id)
  const avatars = Object.fromEntries(people.map(({ _id, avatar }) => [_id, avatar]))
  const colors = Object.fromEntries(
    people.flatMap(({ _id, color }) => (color === undefined ? [] : [[_id, color]])),
  )
  return { ids: ids.length < namedMax ? ids : null, avatars, colors }
}

/** Whose decision counts may be another now. */
const isAboutDecisions = ({ event }: ReviewEvent) =>
  event === 'decision.made' || /^(version|file)\./.test(event)

function isOwn(author: Author, userId: string | undefined): boolean {
  return author._id === (author.kind === 'GUEST' ? getSession().guest?._id : userId)
}
